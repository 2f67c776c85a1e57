import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { confirmLimit, type Limit } from '#api/contract/limits.ts'
import { formatDateTime } from '#i18n/format.ts'
import { formatMoney } from '#lib/money.ts'
import { serverTime } from '#lib/clock.ts'
import { OperationNotice } from '#operations/operation-notice.tsx'
import { useOperation } from '#operations/use-operation.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/toast.ts'
import { useNow } from '#ui/use-now.ts'
import { limitsQueryOptions } from './limits-queries.ts'

interface AskedRaiseProps {
  limit: Limit
  raise: NonNullable<Limit['raise']>
  offline: boolean
  /** Takes back what was asked for. */
  onKeep: () => void
}

/** A higher limit that waits for 24 hours and a second yes. */
export function AskedRaise({ limit: { kind, period }, raise, offline, onKeep }: AskedRaiseProps) {
  const { t } = useLingui()
  const client = useQueryClient()
  const now = serverTime(useNow(30_000))
  const operation = useOperation(confirmLimit, {
    onResult({ status }) {
      void client.invalidateQueries({ queryKey: limitsQueryOptions.queryKey })
      if (status === 'done') toast({ tone: 'jade', icon: 'check', title: t`Your limit is in force` })
    },
  })
  const asked = typeof raise.amount === 'number' ? formatMoney(raise.amount) : t`No limit`
  const from = formatDateTime(raise.from).slice(0, -3)
  const isTime = Date.parse(raise.from) <= now
  return (
    <Notice
      icon="clock"
      title={<Trans>You asked for: {asked}</Trans>}
      action={
        <>
          {isTime && (
            <Button
              size="compact"
              variant="primary"
              loading={operation.busy}
              disabled={offline}
              onClick={() => void operation.run({ body: { kind, period } })}
            >
              <Trans>Yes, raise it</Trans>
            </Button>
          )}
          <Button size="compact" disabled={offline || operation.busy} onClick={onKeep}>
            <Trans>Keep it as it is</Trans>
          </Button>
        </>
      }
    >
      {isTime ? (
        <Trans>24 hours have passed. Do you still want it?</Trans>
      ) : (
        <Trans>You can confirm it from {from} on.</Trans>
      )}
      <OperationNotice operation={operation} />
    </Notice>
  )
}
