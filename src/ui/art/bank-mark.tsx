import type { CSSProperties } from 'react'
import { bankColours } from '#lib/payments/bank-colours.ts'
import { lookup } from '#lib/lookup.ts'
import styles from './bank-mark.module.css'
import { classNames } from '#ui/class-names.ts'
import { Disc } from './disc.tsx'

/** The bank with the code TMB calls itself TTB. */
const initialsOf = (code: string) => (code === 'TMB' ? 'TTB' : code.slice(0, code.length > 3 ? 2 : 3))

/** Our own mark of a bank: its initials on its colour. It stands beside the bank's name. */
export function BankMark({ code, className }: { code: string; className?: string | undefined }) {
  const colour = lookup(bankColours, code)
  if (!colour) return <Disc icon="bank" className={className} />
  return (
    <span
      className={classNames(styles.mark, className)}
      style={{ '--bank': colour } as CSSProperties}
      data-initials={initialsOf(code)}
      aria-hidden
    />
  )
}
