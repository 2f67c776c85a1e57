import { and, eq, gte, inArray, isNotNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { StatementTotal } from '#api/contract/statement-figures.ts'
import type { StatementType } from '#api/contract/statement.ts'
import type { Database } from '../../database/database.ts'
import { gameResults } from '../../database/schema/games.ts'
import { statements } from '../../database/schema/statements.ts'
import { checkRange, type RowFilter, rowsOfMember, typesOf } from './row-filter.ts'

/** The types that change how much the member has with the site. */
const MOVING = ['deposit', 'withdraw', 'bonus'] as const satisfies StatementType[]

interface Asked extends RowFilter {
  from: string
  until: string
  by: 'day' | 'month'
  statementTypes?: StatementType[] | undefined
}

/** Totals in satang, newest first. Money on its way, and what failed, counts nowhere. A bonus that was taken back counts as none. */
export async function readTotals(db: Database, memberId: string, asked: Asked): Promise<StatementTotal[]> {
  checkRange(asked)
  const types = MOVING.filter((type) => typesOf(asked)?.includes(type) ?? true)
  const isWhole = asked.statementTypes === undefined && asked.search === undefined
  const [moved, played] = await Promise.all([
    types.length === 0 ? [] : readMoved(db, memberId, asked, types),
    isWhole && asked.by === 'month' ? readPlayed(db, memberId, asked) : [],
  ])
  const games = new Map(played.map(({ period, ...amounts }) => [period, amounts]))
  const rows = new Map(moved.map((total) => [total.period, total]))
  const periods = [...new Set([...rows.keys(), ...games.keys()])].toSorted().toReversed()
  return periods.map((period) => ({
    ...(rows.get(period) ?? { period, count: 0, deposits: 0, withdrawals: 0, bonuses: 0 }),
    ...(isWhole && asked.by === 'month' && (games.get(period) ?? { won: 0, lost: 0 })),
  }))
}

function readMoved(db: Database, memberId: string, asked: Asked, types: StatementType[]) {
  const { amount, createdAt, from, status, type } = statements
  const sumOf = (rows: SQL | undefined) => sql`coalesce(sum(${amount}) filter (where ${rows}), 0)`
  const of = (one: StatementType) => sumOf(eq(type, one)).mapWith(Number)
  // The end of a bonus whose money stays with the member has no account that it comes from.
  const takenBack = and(eq(type, 'finish_bonus'), isNotNull(from))
  const isAsked = inArray(type, types)
  const period = periodOf(createdAt, asked.by)
  return db
    .select({
      period,
      count: sql`count(*) filter (where ${isAsked})`.mapWith(Number),
      deposits: of('deposit'),
      withdrawals: of('withdraw'),
      bonuses: sql`${sumOf(eq(type, 'bonus'))} - ${sumOf(takenBack)}`.mapWith(Number),
    })
    .from(statements)
    .where(
      and(
        rowsOfMember(memberId, asked),
        types.includes('bonus') ? or(isAsked, takenBack) : isAsked,
        eq(status, 'SUCCESS'),
      ),
    )
    .groupBy(sql`1`)
}

function readPlayed(db: Database, memberId: string, { from, until, by }: Asked) {
  const { amount, createdAt } = gameResults
  return db
    .select({
      period: periodOf(createdAt, by),
      won: satangOf(sql`sum(${amount}) filter (where ${amount} > 0)`),
      lost: satangOf(sql`-sum(${amount}) filter (where ${amount} < 0)`),
    })
    .from(gameResults)
    .where(
      and(eq(gameResults.memberId, memberId), gte(createdAt, new Date(from)), lt(createdAt, new Date(until))),
    )
    .groupBy(sql`1`)
}

/** Bangkok is at UTC+7 all year round: no table of time zones is needed, which the embedded database may lack. */
const periodOf = (at: AnyPgColumn, by: Asked['by']): SQL<string> =>
  sql<string>`to_char((${at} at time zone 'UTC') + interval '7 hours', ${sql.raw(by === 'day' ? `'YYYY-MM-DD'` : `'YYYY-MM'`)})`

/** A sum in satang; 0 where there is nothing to sum. */
const satangOf = (sum: SQL): SQL<number> => sql`coalesce(${sum}, 0)`.mapWith(Number)
