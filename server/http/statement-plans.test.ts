import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { exportStatements, totalStatements } from '#api/contract/statement-figures.ts'
import { listStatements } from '#api/contract/statement.ts'
import type { Database } from '../database/database.ts'
import { games } from '../database/schema/games.ts'
import { addMember, describeOnOne } from '../database/test-database.ts'
import type { Client } from './test-app.ts'
import { excessOf, openFilled } from './test-plans.ts'

const ROWS = 200_000
/** Every hundredth row is the member's: one in 100 minutes, two fifths of them deposits and withdrawals. */
const SHARE = 100
const OWN = ROWS / SHARE
const MINUTES = 60_000

const longTables = ['statements', 'game_results']

async function fill(db: Database, member: string): Promise<void> {
  const other = await addMember(db)
  await db.insert(games).values({ code: 'PG', name: { th: 'PG' }, category: 'slot', launch: 'open' })
  const owner = sql`case when n % ${SHARE} = 0 then ${member} else ${other} end`
  const numbers = sql`from generate_series(1, ${ROWS}) n`
  const time = sql`now() - n * interval '1 minute'`
  await db.execute(sql`insert into statements (member_id, type, amount, reference, created_at)
    select ${owner}, (array['deposit', 'withdraw', 'transfer', 'transfer', 'transfer'])[n / ${SHARE} % 5 + 1], n, 'number ' || n, ${time}
    ${numbers}`)
  // Without the triggers, because each result would look at the times of play.
  await db.execute(sql`alter table game_results disable trigger user`)
  await db.execute(sql`insert into game_results (member_id, game_code, amount, act, created_at)
    select ${owner}, 'PG', case when n % 2 = 0 then n else -n end, n, ${time} ${numbers}`)
  await db.execute(sql`alter table game_results enable trigger user`)
  await db.execute(sql`vacuum analyze`)
}

const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTES).toISOString()
const always = { from: ago(10 * ROWS), until: ago(-60) }
const IN_MONTH = 432
const month = { from: ago(2 * IN_MONTH * SHARE), until: ago(IN_MONTH * SHARE) }
const page = { page: 1, limit: 20 }
const BATCH = 500

/** How many rows of a table each statement of a call may read, and the call. */
const calls: Record<string, [rows: number, call: (request: Client) => Promise<unknown>]> = {
  // The words that are searched for may be in any row of the member.
  'a search that finds little': [
    OWN,
    (request) => request(listStatements, { body: { ...page, search: '199900' } }),
  ],
  'a search among one kind': [
    OWN / 5,
    (request) => request(listStatements, { body: { ...page, search: '199900', type: 'withdraw' } }),
  ],
  'a search in a month': [
    IN_MONTH + 1,
    (request) => request(listStatements, { body: { ...page, ...month, search: 'nothing' } }),
  ],
  'totals by month of all time': [
    OWN,
    (request) => request(totalStatements, { body: { ...always, by: 'month' } }),
  ],
  'totals by day of a month': [
    IN_MONTH + 1,
    (request) => request(totalStatements, { body: { ...month, by: 'day' } }),
  ],
  'totals of one kind': [
    OWN / 5,
    (request) => request(totalStatements, { body: { ...always, by: 'day', statementTypes: ['withdraw'] } }),
  ],
  'a file of everything': [BATCH, (request) => request(exportStatements, { body: always })],
  'a file of a month': [IN_MONTH + 1, (request) => request(exportStatements, { body: month })],
  'a file of one kind': [
    OWN / 5,
    (request) => request(exportStatements, { body: { ...always, statementTypes: ['withdraw'] } }),
  ],
  'a file of several kinds': [
    BATCH,
    (request) => request(exportStatements, { body: { ...always, statementTypes: ['deposit', 'transfer'] } }),
  ],
}

/**
 * Totals gather what they have read by its period, and may sort it for that. A search that finds less than a page reads all rows of
 * its index range: in the order of the index, or, at an equal cost, in that of the table's pages, and sorts the few that it found.
 */
const maySort = (name: string) => name.startsWith('totals') || name.startsWith('a search')

describeOnOne(`a member of ${OWN} among ${ROWS} rows`, (open) => {
  let filled: Awaited<ReturnType<typeof openFilled>>
  beforeAll(async () => {
    filled = await openFilled(open, fill)
  }, 120_000)

  test.each(Object.entries(calls))(
    '%s reads the member’s own rows, and none that the answer does not need',
    async (name, [rows, call]) => {
      const { db, request, asked } = filled
      asked.length = 0
      expect(await call(request)).toMatchObject({ status: 200 })
      expect(await excessOf(db, asked, longTables, rows, maySort(name))).toEqual([])
    },
  )
})
