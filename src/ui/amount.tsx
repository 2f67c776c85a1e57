import { formatSatang } from '#lib/money.ts'
import { createContext, use, useMemo, type ReactNode } from 'react'
import styles from './amount.module.css'
import { classNames } from './class-names.ts'

interface Privacy {
  hidden: boolean
  label: string
}

const PrivacyContext = createContext<Privacy>({ hidden: false, label: '' })

/** While `hidden`, every amount below shows dots, and a screen reader hears `label` in its place. */
export function AmountPrivacy({ hidden, label, children }: Privacy & { children: ReactNode }) {
  const privacy = useMemo(() => ({ hidden, label }), [hidden, label])
  return <PrivacyContext value={privacy}>{children}</PrivacyContext>
}

/** For the rare text that has to name an amount in an attribute. */
export function useAmountPrivacy(): Privacy {
  return use(PrivacyContext)
}

interface AmountProps {
  satang: number
  /** Money coming in or going out of the wallet: gives the sign, and jade to what comes in. */
  flow?: 'in' | 'out'
  /** Leave the sign out where only the colour is wanted. */
  sign?: boolean
  /** The movement did not happen. */
  voided?: boolean
  /** The figure is older than it should be. */
  stale?: boolean
  unit?: boolean
  className?: string
}

const marks = { in: '+', out: '−' } as const

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
  const mark = flow && sign ? marks[flow] : ''
  return (
    <span className={names}>
      {mark}
      {formatSatang(flow ? Math.abs(satang) : satang)}
      {unit && ' ฿'}
    </span>
  )
}
