import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import type { Statement } from '#api/contract/statement.ts'
import { rowOutcomeOf } from '#data/wallet/statement-outcome.ts'
import type { StatementFilter } from '#data/wallet/statement-queries.ts'
import { extensionsAtom } from '#lib/network/api-extensions.ts'
import { flowOf } from './statement-rules.ts'
import { statementTotalsQueryOptions } from './statement-totals-queries.ts'

/** Satang that came in and went out. */
export interface DayTotal {
  in: number
  out: number
  /** How many rows it sums. */
  count: number
}

/** What the rows moved; what failed or is still being processed is not counted. */
export function totalOf(rows: readonly Statement[]): DayTotal {
  const total = { in: 0, out: 0, count: 0 }
  for (const row of rows) {
    const flow = flowOf(row)
    if (!flow || rowOutcomeOf(row.status) !== 'done') continue
    total[flow] += row.amount
    total.count += 1
  }
  return total
}

interface Day {
  day: string
  rows: readonly Statement[]
}

interface Edges {
  /** Newer rows stand on the page before. */
  startsInside: boolean
  /** Older rows follow on the next page. */
  endsInside: boolean
}

/** The days that the edges of the page may cut. */
export function cutDays(days: readonly Pick<Day, 'day'>[], { startsInside, endsInside }: Edges): string[] {
  const cut = [...(startsInside ? days.slice(0, 1) : []), ...(endsInside ? days.slice(-1) : [])]
  return [...new Set(cut.map(({ day }) => day))]
}

/**
 * The total of each day by its date: the server's, of all rows of the day. A backend without such totals has them only for days
 * that no edge of the page cuts. Without `edges` nothing is known of any day.
 */
export function useDayTotals(
  days: readonly Day[],
  edges: Edges | undefined,
  filter: StatementFilter | undefined,
): ReadonlyMap<string, DayTotal> {
  const canAsk = useAtomValue(extensionsAtom).has('statement-totals')
  const [newest, oldest] = [days[0]?.day ?? '', days.at(-1)?.day ?? '']
  const { data } = useQuery({
    ...statementTotalsQueryOptions({ by: 'day', range: [oldest, newest], filter }),
    enabled: canAsk && edges !== undefined && newest !== '',
  })
  if (canAsk) {
    return new Map(
      data?.map(({ period, count, deposits, bonuses, withdrawals }) => [
        period,
        { in: deposits + bonuses, out: withdrawals, count },
      ]),
    )
  }
  const cut = edges ? cutDays(days, edges) : days.map(({ day }) => day)
  const whole = days.filter(({ day }) => !cut.includes(day))
  return new Map(whole.map(({ day, rows }) => [day, totalOf(rows)]))
}
