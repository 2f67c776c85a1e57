import { useQueries } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import type { Statement } from '#api/contract/statement.ts'
import { outcomeOf } from '#data/statement-outcome.ts'
import type { StatementKind } from '#data/statement-queries.ts'
import { extensionsAtom } from '#lib/api-extensions.ts'
import { statementDayQueryOptions } from './statement-day-queries.ts'
import { flowOf } from './statement-rules.ts'

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
  for (const { statementType, status, amount } of rows) {
    const flow = flowOf(statementType)
    if (!flow || outcomeOf(status) !== 'done') continue
    total[flow] += amount
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
 * The total of each day by its date. A day that may be cut is asked for as a whole; it has no total until that is known, or where
 * it has more rows than one reply. Without `edges` nothing is known of any day.
 */
export function useDayTotals(
  days: readonly Day[],
  edges: Edges | undefined,
  kind: StatementKind | undefined,
): ReadonlyMap<string, DayTotal> {
  const canAsk = useAtomValue(extensionsAtom).has('page-cursors')
  const cut = edges ? cutDays(days, edges) : days.map(({ day }) => day)
  const asked = useQueries({
    queries: cut.map((day) => ({
      ...statementDayQueryOptions(day, kind),
      enabled: canAsk && edges !== undefined,
    })),
  })
  const whole = days.filter(({ day }) => !cut.includes(day))
  const totals = new Map(whole.map(({ day, rows }) => [day, totalOf(rows)]))
  for (const [index, day] of cut.entries()) {
    const rows = asked[index]?.data
    if (rows) totals.set(day, totalOf(rows))
  }
  return totals
}
