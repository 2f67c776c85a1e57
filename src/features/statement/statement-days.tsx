import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { dayKey, formatDate } from '#i18n/format.ts'
import type { Moment } from '#lib/bangkok.ts'
import { Amount } from '#ui/amount.tsx'
import { Card } from '#ui/list/card.tsx'
import type { DayTotal } from './day-totals.ts'
import rowStyles from './row.module.css'
import styles from './statement-screen.module.css'

interface StatementDaysProps<Row> {
  days: readonly { day: string; rows: readonly Row[] }[]
  totals: ReadonlyMap<string, DayTotal>
  now: number
  /** Draws a row as a list item. */
  children: (row: Row) => ReactNode
}

/** The rows of each day below its date, which stays in sight while they pass, and its total. */
export function StatementDays<Row extends { createdAt: string }>(props: StatementDaysProps<Row>) {
  const { days, totals, now, children } = props
  return days.map(({ day, rows }) => (
    <section key={day}>
      <div className={styles.dayHead}>
        <h2>
          <DayText at={rows[0]?.createdAt ?? day} now={now} />
        </h2>
        <Total total={totals.get(day)} />
      </div>
      <Card as="ul" rows className={rowStyles.rows}>
        {rows.map((row) => children(row))}
      </Card>
    </section>
  ))
}

/** A day on which one row alone moved money shows no total: it would repeat that row's amount. */
function Total({ total }: { total: DayTotal | undefined }) {
  const { t } = useLingui()
  if (!total || total.count < 2) return null
  return (
    <p className={styles.total}>
      <span className="visually-hidden">{t`Total of the day`}</span>
      {total.in > 0 && <Amount satang={total.in} flow="in" />}
      {total.out > 0 && <Amount satang={total.out} flow="out" />}
    </p>
  )
}

function DayText({ at, now }: { at: Moment; now: number }) {
  const date = formatDate(at)
  switch (dayKey(at, now)) {
    case 'today':
      return <Trans>Today · {date}</Trans>
    case 'yesterday':
      return <Trans>Yesterday · {date}</Trans>
    case 'earlier':
      return date
  }
}
