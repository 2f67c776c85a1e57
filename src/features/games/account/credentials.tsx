import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { toApiError } from '#api/api-error.ts'
import { Copy } from '#components/copy.tsx'
import { wordsFor } from '#errors/handle-error.ts'
import { useOffline } from '#pwa/use-connection.ts'
import { Button } from '#ui/button/button.tsx'
import { Card } from '#ui/list/card.tsx'
import { IconButton } from '#ui/button/icon-button.tsx'
import { Notice } from '#ui/message/notice.tsx'
import { Skeleton } from '#ui/list/skeleton.tsx'
import styles from './credentials.module.css'
import { gameAccountQueryOptions } from '../game-queries.ts'
import { ResetPassword } from './reset-password.tsx'

const covered = '••••••••'

/** Username and password for the game's own page, fetched only when the member wants to see them. */
export function Credentials({ code }: { code: string }) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const [shown, setShown] = useState(false)
  const [resetting, setResetting] = useState(false)
  const offline = useOffline()
  const account = useQuery({ ...gameAccountQueryOptions(code), enabled: shown })
  const hide = () => {
    setShown(false)
    queryClient.removeQueries(gameAccountQueryOptions(code))
  }

  const known = shown ? account.data : undefined
  const copy = (field: 'username' | 'password', words: { what: string; label: string }) => {
    if (known) return <Copy text={known[field]} {...words} />
    // Copying without showing fetches them for the clipboard only.
    const fetchText = async () => (await queryClient.fetchQuery(gameAccountQueryOptions(code)))[field]
    return !offline && <Copy text={fetchText} shown={covered} {...words} />
  }
  const failed = shown && account.isError && !known
  const cover = shown && !failed ? <Skeleton width="8rem" height="1rem" /> : <Hidden />
  return (
    <>
      <Card rows aria-busy={shown && account.isFetching}>
        <Kept label={<Trans>Username</Trans>} value={known?.username ?? cover}>
          {copy('username', { what: t`Username`, label: t`Copy username` })}
        </Kept>
        <Kept label={<Trans>Password</Trans>} value={known?.password ?? cover}>
          <IconButton
            icon={shown ? 'eye-off' : 'eye'}
            label={shown ? t`Hide username and password` : t`Show username and password`}
            disabled={!shown && offline}
            onClick={() => (shown ? hide() : setShown(true))}
          />
          <IconButton
            icon="key"
            label={t`Reset password`}
            disabled={offline}
            onClick={() => setResetting(true)}
          />
          {copy('password', { what: t`Password`, label: t`Copy password` })}
        </Kept>
      </Card>
      {failed && (
        <Notice
          tone="coral"
          action={
            <Button size="slim" icon="refresh" onClick={() => void account.refetch()}>
              <Trans>Try again</Trans>
            </Button>
          }
        >
          {wordsFor(toApiError(account.error))}
        </Notice>
      )}
      {account.data?.unconfirmed === 'asking' && (
        <Notice
          tone="gold"
          title={<Trans>The game has not confirmed this password yet</Trans>}
          action={
            <Button size="slim" icon="refresh" onClick={() => void account.refetch()}>
              <Trans>Check again</Trans>
            </Button>
          }
        >
          <Trans>If it does not let you in, check again in a few minutes, or reset the password.</Trans>
        </Notice>
      )}
      {account.data?.unconfirmed === 'doubtful' && (
        <Notice tone="gold">
          <Trans>If it does not let you in, reset the password.</Trans>
        </Notice>
      )}
      <ResetPassword
        code={code}
        open={resetting}
        onClose={() => setResetting(false)}
        onReset={() => setShown(true)}
      />
    </>
  )
}

function Kept({ label, value, children }: { label: ReactNode; value: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.kept}>
      <div className={styles.words}>
        <small>{label}</small>
        <b translate="no">{value}</b>
      </div>
      {children}
    </div>
  )
}

function Hidden() {
  return (
    <>
      <span aria-hidden>{covered}</span>
      <span className="visually-hidden">
        <Trans>Hidden</Trans>
      </span>
    </>
  )
}
