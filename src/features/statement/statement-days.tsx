import { Trans } from '@lingui/react/macro'
import type { Statement } from '#api/contract/statement.ts'
import { dayKey, formatDate } from '#i18n/format.ts'
import type { Moment } from '#lib/bangkok.ts'
import { Card } from '#ui/card.tsx'
import { StatementRow } from './statement-row.tsx'
import { groupByDay } from './statement-rules.ts'
import styles from './statement-screen.module.css'

interface StatementDaysProps {
  rows: readonly Statement[]
  now: number
  gameName: (code: string) => string
}

export function StatementDays({ rows, now, gameName }: StatementDaysProps) {
  return groupByDay(rows).map(({ day, rows: ofDay }) => (
    <section key={day} className={styles.day}>
      <h2 className={styles.dayHead}>
        <DayText at={ofDay[0]?.createdAt ?? day} now={now} />
      </h2>
      <Card as="ul" rows className={styles.rows}>
        {ofDay.map((row) => (
          <StatementRow
            key={`${row.createdAt} ${rows.indexOf(row)}`}
            row={row}
            now={now}
            gameName={gameName}
          />
        ))}
      </Card>
    </section>
  ))
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
