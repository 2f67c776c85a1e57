import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useOperation } from '#operations/use-operation.ts'
import { Amount, useAmountPrivacy, useMoneyWords } from '#ui/amount.tsx'
import { Button } from '#ui/button/button.tsx'
import { Progress } from '#ui/message/progress.tsx'
import { toast } from '#ui/message/toast.ts'
import { useLostFocus } from '#ui/button/lost-focus.ts'
import { AskedRaise } from './asked-raise.tsx'
import { LimitForm } from './limit-form.tsx'
import type { ShownKind, ShownLimit } from './limit-kinds.tsx'
import type { LimitUnit } from './limit-units.tsx'
import { useOver } from './use-over.ts'
import styles from './limits.module.css'

interface LimitRowProps {
  kind: ShownKind
  limit: ShownLimit
  offline: boolean
}

/** One limit: what it is, what has been used of it, and how to change it. */
export function LimitRow({ kind, limit, offline }: LimitRowProps) {
  const { t, i18n } = useLingui()
  const moneyWords = useMoneyWords()
  const [isEdited, setEdited] = useState(false)
  const words = (count: number) => kind.unit.words(count, i18n, moneyWords)
  const { period, used, until, raise } = limit
  const isOver = useOver(until)
  // The form and what was asked for take the focus with them.
  const row = useLostFocus<HTMLLIElement>(isEdited || raise)
  const amount = limit.amount ?? undefined
  const sayDone = (title: string) => toast({ tone: 'jade', icon: 'check', title })
  const setting = useOperation(kind.setting.call, {
    tellsDone: true,
    onResult(result) {
      if (result.status !== 'done') return
      // The reply says which it was: another phone may have lowered the limit meanwhile, so that the amount shown here is a raise. If the
      // reply was lost, only the row shows what became of it.
      const changed = result.reply && kind.limitsOf(result.reply).find((one) => one.period === period)
      if (changed)
        sayDone(changed.raise ? t`Asked for. Please confirm it after 24 hours.` : t`Your limit is in force`)
      setEdited(false)
    },
  })
  const confirmation = useOperation(kind.confirmation.call, {
    tellsDone: true,
    onResult({ status }) {
      if (status === 'done') sayDone(t`Your limit is in force`)
    },
  })
  const set = (chosen: number | null) => void setting.run(kind.setting.input(period, chosen))
  const inWords = (count: number | null | undefined) =>
    typeof count === 'number' ? words(count) : t`No limit`
  const names = { day: t`Per day`, week: t`Per week`, month: t`Per month` }
  const name = `${t(kind.title)} · ${names[period]}`
  return (
    <li ref={row} tabIndex={-1} className={styles.row}>
      <div className={styles.head}>
        <h3>{names[period]}</h3>
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
      <div className={isOver ? styles.over : undefined}>
        <Used used={Math.max(used, 0)} amount={amount} unit={kind.unit} words={words} name={name} />
      </div>
      {raise && (
        <AskedRaise
          asked={inWords(raise.amount)}
          since={raise.from}
          confirmation={confirmation}
          keeping={isEdited ? undefined : setting}
          offline={offline}
          onConfirm={() => void confirmation.run(kind.confirmation.input(period, raise.amount ?? null))}
          onKeep={() => set(amount ?? null)}
        />
      )}
      {isEdited && (
        <LimitForm
          unit={kind.unit}
          amount={amount}
          operation={setting}
          offline={offline}
          onSave={set}
          onCancel={() => setEdited(false)}
        />
      )}
    </li>
  )
}

interface UsedProps {
  used: number
  amount: number | undefined
  unit: LimitUnit
  words: (amount: number) => string
  name: string
}

function Used({ used, amount, unit, words, name }: UsedProps) {
  const { hidden } = useAmountPrivacy()
  const write = (count: number) => (unit.isMoney ? <Amount satang={count} /> : words(count))
  const shown = write(used)
  if (amount === undefined)
    return (
      <p className={styles.used}>
        <Trans>{shown} so far</Trans>
      </p>
    )
  const left = write(Math.max(amount - used, 0))
  const ratio = amount > 0 ? Math.min(used / amount, 1) : 1
  return (
    <Progress label={name} progress={hidden && unit.isMoney ? undefined : ratio}>
      <Trans>
        {shown} so far, {left} left
      </Trans>
    </Progress>
  )
}
