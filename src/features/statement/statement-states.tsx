import { useLingui } from '@lingui/react/macro'
import type { StatementKind } from '#data/statement-queries.ts'
import { Button } from '#ui/button.tsx'
import { StateView } from '#ui/state-view.tsx'

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
