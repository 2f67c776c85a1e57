import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { confirmLimit, type Limit, setLimit } from '#api/contract/limits.ts'
import { formatMoney } from '#lib/money.ts'
import { useOperation } from '#operations/use-operation.ts'
import { Button } from '#ui/button.tsx'
import { Progress } from '#ui/progress.tsx'
import { toast } from '#ui/toast.ts'
import { AskedRaise } from './asked-raise.tsx'
import { LimitForm } from './limit-form.tsx'
import { limitsQueryOptions } from './limits-queries.ts'
import styles from './limits.module.css'

/** One limit: what it is, what has been used of it, and how to change it. */
export function LimitRow({ limit, offline }: { limit: Limit; offline: boolean }) {
  const { t } = useLingui()
  const client = useQueryClient()
  const [isEdited, setEdited] = useState(false)
  const { kind, period, amount, raise } = limit
  const operation = useOperation(setLimit, {
    onResult({ status }, { body }) {
      // If the answer was lost, the page shows what became of it.
      void client.invalidateQueries({ queryKey: limitsQueryOptions.queryKey })
      if (status !== 'done') return
      const isAsked = typeof amount === 'number' && (body.amount === null || body.amount > amount)
      toast({
        tone: 'jade',
        icon: 'check',
        title: isAsked ? t`Asked for. Please confirm it in 24 hours.` : t`Your limit is in force`,
      })
      setEdited(false)
    },
  })
  const confirmation = useOperation(confirmLimit, {
    onResult({ status }) {
      void client.invalidateQueries({ queryKey: limitsQueryOptions.queryKey })
      if (status === 'done') toast({ tone: 'jade', icon: 'check', title: t`Your limit is in force` })
    },
  })
  const inWords = (asked: number | null | undefined) =>
    typeof asked === 'number' ? formatMoney(asked) : t`No limit`
  const names = { day: t`Per day`, week: t`Per week`, month: t`Per month` }
  const save = (chosen: number | null) => void operation.run({ body: { kind, period, amount: chosen } })
  const name = names[period]
  return (
    <li className={styles.row}>
      <div className={styles.head}>
        <h3>{name}</h3>
        <b>{inWords(amount)}</b>
        {!isEdited && (
          <Button
            size="compact"
            icon="edit"
            disabled={offline}
            aria-label={t`Change: ${name}`}
            onClick={() => setEdited(true)}
          >
            <Trans>Change</Trans>
          </Button>
        )}
      </div>
      <Used limit={limit} name={name} />
      {raise && (
        <AskedRaise
          asked={inWords(raise.amount)}
          since={raise.from}
          confirmation={confirmation}
          offline={offline}
          onConfirm={() => void confirmation.run({ body: { kind, period } })}
          onKeep={() => save(amount ?? null)}
        />
      )}
      {isEdited && (
        <LimitForm
          amount={amount}
          operation={operation}
          offline={offline}
          onSave={save}
          onCancel={() => setEdited(false)}
        />
      )}
    </li>
  )
}

function Used({ limit: { used, amount }, name }: { limit: Limit; name: string }) {
  const shown = formatMoney(Math.max(used, 0))
  if (typeof amount !== 'number')
    return (
      <p className={styles.used}>
        <Trans>{shown} so far</Trans>
      </p>
    )
  const left = formatMoney(Math.max(amount - used, 0))
  return (
    <Progress label={name} progress={amount > 0 ? Math.min(Math.max(used, 0) / amount, 1) : 1}>
      <Trans>
        {shown} so far, {left} left
      </Trans>
    </Progress>
  )
}
