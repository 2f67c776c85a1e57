import { useLingui } from '@lingui/react/macro'
import type { StatementKind } from '#data/statement-queries.ts'
import { Button } from '#ui/button.tsx'
import { StateView } from '#ui/state-view.tsx'

interface StatementUnseenProps {
  offline: boolean
  retrying: boolean
  onRetry: () => void
}

/** Nothing of the page is known. */
export function StatementUnseen({ offline, retrying, onRetry }: StatementUnseenProps) {
  const { t } = useLingui()
  return (
    <StateView
      art={offline ? 'offline' : 'failed'}
      title={offline ? t`You are offline` : t`The statement could not be loaded`}
      text={
        offline
          ? t`This page of your statement has not been seen on this phone yet. It loads when you are connected again.`
          : t`Please check the connection and try again.`
      }
      action={
        <Button size="compact" icon="refresh" loading={retrying} onClick={onRetry}>
          {t`Try again`}
        </Button>
      }
    />
  )
}

interface NothingHereProps {
  kind: StatementKind | undefined
  onAll: () => void
}

export function NothingHere({ kind, onAll }: NothingHereProps) {
  const { t } = useLingui()
  if (!kind) {
    return (
      <StateView
        art="empty"
        title={t`Nothing here yet`}
        text={t`When you deposit, withdraw or transfer, you will see it here.`}
      />
    )
  }
  return (
    <StateView
      art="empty"
      title={t`Nothing of this kind here`}
      action={<Button size="compact" onClick={onAll}>{t`Show all`}</Button>}
    />
  )
}
