import type { ReactNode } from 'react'
import { Amount } from '#ui/amount.tsx'
import { Card } from '#ui/list/card.tsx'
import type { Account } from '../transfer-rules.ts'
import styles from './game-rows.module.css'

interface GameRowsProps {
  label: string
  accounts: readonly Account[]
  /** Amounts in satang. */
  rows: readonly { code: string; amount: number; state?: ReactNode }[]
  stale?: boolean
}

/** Games with an amount each, and what became of it. */
export function GameRows({ label, accounts, rows, stale = false }: GameRowsProps) {
  return (
    <Card as="ul" rows aria-label={label} className={styles.rows}>
      {rows.map(({ code, amount, state }, index) => (
        // A game whose money is still on its way may hold some again, and be there twice.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={`${code} ${index}`}>
          <span className={styles.name}>
            {accounts.find((account) => account.code === code)?.name ?? code}
          </span>
          {state}
          <b>
            <Amount satang={amount} stale={stale} />
          </b>
        </li>
      ))}
    </Card>
  )
}
