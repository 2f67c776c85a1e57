import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { toApiError } from '#api/api-error.ts'
import { Copy } from '#data/copy.tsx'
import { wordsFor } from '#errors/handle-error.ts'
import { useOffline } from '#pwa/use-connection.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import styles from './credentials.module.css'
import { gameAccountQueryOptions } from '../game-queries.ts'
import { ResetPassword } from './reset-password.tsx'

const dots = '••••••••'

/** What the member signs in with at the game's own page. */
export function Credentials({ code }: { code: string }) {
  const { t } = useLingui()
  const account = useQuery(gameAccountQueryOptions(code))
  const [shown, setShown] = useState(false)
  const [resetting, setResetting] = useState(false)
  const offline = useOffline()

  if (offline && !account.data) {
    return (
      <p className={styles.later}>
        <Trans>Your username and password appear here once there is a connection.</Trans>
      </p>
    )
  }
  if (account.isError && !account.data) {
    return (
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
    )
  }

  const { username = '', password = '' } = account.data ?? {}
  const waiting = account.data ? undefined : <Skeleton width="8rem" height="1rem" />
  return (
    <Card rows aria-busy={!account.data}>
      <Kept label={<Trans>Username</Trans>} value={waiting ?? username}>
        {account.data && <Copy text={username} label={t`Copy username`} />}
      </Kept>
      <Kept label={<Trans>Password</Trans>} value={waiting ?? (shown ? password : <Hidden />)}>
        <IconButton
          icon={shown ? 'eye-off' : 'eye'}
          label={shown ? t`Hide password` : t`Show password`}
          disabled={!account.data}
          onClick={() => setShown(!shown)}
        />
        <IconButton
          icon="key"
          label={t`Reset password`}
          disabled={!account.data || offline}
          onClick={() => setResetting(true)}
        />
        {account.data && <Copy text={password} label={t`Copy password`} shown={shown ? password : dots} />}
      </Kept>
      <ResetPassword code={code} open={resetting} onClose={() => setResetting(false)} />
    </Card>
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
      <span aria-hidden>{dots}</span>
      <span className="visually-hidden">
        <Trans>Hidden</Trans>
      </span>
    </>
  )
}
