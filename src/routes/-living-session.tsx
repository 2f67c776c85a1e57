import { Trans } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { outboxWaitsAtom } from '#data/outbox/outbox-flag.ts'
import { persistQueries } from '#data/query-persistence.ts'
import { signOut } from '#data/session/session.ts'
import { walletQueryOptions } from '#data/wallet/wallet-queries.ts'
import { safeRedirect } from '#lib/network/redirect.ts'
import { AlertDialog } from '#ui/dialog/alert-dialog.tsx'

/** Asks a member who came to a visitor's page, by a help link or a friend's invitation, whether the session shall end. */
export function LivingSessionDialog() {
  const { history } = useRouter()
  const queryClient = useQueryClient()
  const [isRestored, setRestored] = useState(false)
  useEffect(() => void persistQueries(queryClient).then(() => setRestored(true)), [queryClient])
  const name = useQuery({ ...walletQueryOptions, enabled: isRestored }).data?.profile.name
  const waits = useAtomValue(outboxWaitsAtom)
  const stay = () => {
    const { pathname, search } = history.location
    const isHelp = ['/contact', '/howto'].includes(pathname)
    const target = safeRedirect(new URLSearchParams(search).get('redirect'))
    history.replace(isHelp ? '/user/contact' : (target ?? '/user'))
  }
  return (
    <AlertDialog
      open
      prefersCancel
      icon="user"
      onClose={stay}
      onConfirm={signOut}
      title={name ? <Trans>You are logged in as {name}</Trans> : <Trans>You are logged in</Trans>}
      text={
        waits ? (
          <Trans>
            This page is for visitors. If you log out, slips and messages that are not sent yet are removed.
          </Trans>
        ) : (
          <Trans>This page is for visitors.</Trans>
        )
      }
      cancelLabel={<Trans>Stay logged in</Trans>}
      confirmLabel={<Trans>Log out</Trans>}
    />
  )
}
