import { formatMoney, formatSatang } from '#lib/money/money.ts'
import { createContext, use, useMemo, type ReactNode } from 'react'
import styles from './amount.module.css'
import { classNames } from './class-names.ts'

interface Privacy {
  hidden: boolean
  label: string
}

const PrivacyContext = createContext<Privacy>({ hidden: false, label: '' })

/** While `hidden`, every amount below shows dots, and a screen reader reads `label` instead. */
export function AmountPrivacy({ hidden, label, children }: Privacy & { children: ReactNode }) {
  const privacy = useMemo(() => ({ hidden, label }), [hidden, label])
  return <PrivacyContext value={privacy}>{children}</PrivacyContext>
}

/** Whether amounts are hidden: for whatever is no `Amount` but would reveal one. */
export function useAmountPrivacy(): Privacy {
  return use(PrivacyContext)
}

/** Writes satang as money, or hides them: for the rare amount that is part of a text or of an attribute. */
export function useMoneyWords(): (satang: number) => string {
  const { hidden, label } = useAmountPrivacy()
  return (satang) => (hidden ? label : formatMoney(satang))
}

export interface AmountProps {
  satang: number
  /** Money into or out of the wallet: shows the sign, and incoming money in jade. */
  flow?: 'in' | 'out'
  /** `false` shows the colour without the sign. */
  sign?: boolean
  /** The money did not move (failed or cancelled). */
  voided?: boolean
  /** The figure is out of date. */
  stale?: boolean
  unit?: boolean
  className?: string
}

/** What stands before money into or out of the wallet. */
export const flowSigns = { in: '+', out: '−' } as const

export function Amount({ satang, flow, sign = true, voided, stale, unit = true, className }: AmountProps) {
  const { hidden, label } = useAmountPrivacy()
  const names = classNames(
    styles.amount,
    flow === 'in' && !voided && !stale && styles.in,
    voided && styles.void,
    stale && styles.stale,
    className,
  )
  if (hidden) {
    return (
      <span className={names}>
        <span aria-hidden>••••{unit && ' ฿'}</span>
        <span className="visually-hidden">{label}</span>
      </span>
    )
  }
  const mark = flow && sign ? flowSigns[flow] : ''
  return (
    <span className={names}>
      {mark}
      {formatSatang(flow ? Math.abs(satang) : satang)}
      {unit && ' ฿'}
    </span>
  )
}
