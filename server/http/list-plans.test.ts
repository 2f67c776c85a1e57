import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { listActivity } from '#api/contract/activity.ts'
import { listInvites } from '#api/contract/invite.ts'
import { checkRefund, listRefunds } from '#api/contract/refund.ts'
import { listSlips, listStatements } from '#api/contract/statement.ts'
import type { Database } from '../database/database.ts'
import { addMember, describeOnOne } from '../database/test-database.ts'
import type { Client } from './test-app.ts'
import { excessOf, isCount, openFilled } from './test-plans.ts'

const ROWS = 200_000
const SHARE = 100
const LIMIT = 20

const longTables = ['statements', 'slips', 'invite_earnings', 'refunds', 'audit_events']

/** Every hundredth row of the long tables is this member's. */
async function fill(db: Database, member: string): Promise<void> {
  const other = await addMember(db)
  const owner = sql`case when n % ${SHARE} = 0 then ${member} else ${other} end`
  const numbers = sql`from generate_series(1, ${ROWS}) n`
  const time = sql`now() - n * interval '1 minute'`
  await db.execute(sql`insert into statements (member_id, type, amount, created_at)
    select ${owner}, (array['deposit', 'withdraw', 'transfer', 'transfer', 'transfer'])[n / ${SHARE} % 5 + 1], n, ${time} ${numbers}`)
  await db.execute(sql`insert into slips (member_id, reference, file_path, file_hash, content_type, size, created_at)
    select ${owner}, n, '', '', '', 1, ${time} ${numbers}`)
  await db.execute(sql`insert into invite_earnings (member_id, from_member_id, amount, reference, created_at)
    select ${owner}, ${other}, 1, n, ${time} ${numbers}`)
  await db.execute(sql`insert into refunds (member_id, amount, status, upto_result_id, paid_at, created_at)
    select ${owner}, 1, 'paid', n, ${time}, ${time} ${numbers}`)
  await db.execute(sql`insert into audit_events (created_at, kind, actor, member_id)
    select ${time}, (array['signed-in', 'signed-out', 'password-changed'])[n / ${SHARE} % 3 + 1], 'member', ${owner} ${numbers}`)
  await db.execute(sql`vacuum analyze`)
}

/** One more row tells whether another page follows. */
const rowsOf = (pages: number) => pages * LIMIT + 1

const page = { page: 1, limit: LIMIT }

const MONTH = 30 * 86_400_000
const month = {
  from: new Date(Date.now() - 2 * MONTH).toISOString(),
  until: new Date(Date.now() - MONTH).toISOString(),
}

/** How many pages each reads at most, and its call. */
const lists: Record<string, [pages: number, call: (request: Client) => Promise<unknown>]> = {
  'the statement': [1, (request) => request(listStatements, { body: page })],
  'its tenth page': [10, (request) => request(listStatements, { body: { page: 10, limit: LIMIT } })],
  'one kind of it': [
    1,
    (request) => request(listStatements, { body: { ...page, statementTypes: ['withdraw'] } }),
  ],
  'kinds that the member has none of': [
    1,
    (request) => request(listStatements, { body: { ...page, statementTypes: ['bonus', 'finish_bonus'] } }),
  ],
  'several kinds of it': [
    1,
    (request) => request(listStatements, { body: { ...page, statementTypes: ['deposit', 'withdraw'] } }),
  ],
  'an earlier month of it': [1, (request) => request(listStatements, { body: { ...page, ...month } })],
  'several kinds of an earlier month': [
    1,
    (request) =>
      request(listStatements, { body: { ...page, ...month, statementTypes: ['deposit', 'withdraw'] } }),
  ],
  'the slips': [1, (request) => request(listSlips, { body: page })],
  'the friends’ bonuses': [1, (request) => request(listInvites, { body: page })],
  'the cashback received': [1, (request) => request(listRefunds, { body: page })],
  'the cashback that waits': [1, (request) => request(checkRefund)],
  'the security activity': [1, (request) => request(listActivity, { params: { before: '100000' } })],
}

/** Their totals are kept with the rows: no page of a long statement costs more than one of a short one. */
const countedWithRows = new Set([
  'the statement',
  'its tenth page',
  'one kind of it',
  'several kinds of it',
  'kinds that the member has none of',
])

/** A list's pages deep down, asked for by position: the number of a page, and the call for any page. */
const deep: Record<string, [number: number, call: (request: Client, body: DeepPage) => Promise<Paged>]> = {
  'the statement': [90, (request, body) => request(listStatements, { body })],
  'one kind of it': [18, (request, body) => request(listStatements, { body: { ...body, type: 'withdraw' } })],
  'several kinds of it': [
    70,
    (request, body) =>
      request(listStatements, { body: { ...body, statementTypes: ['deposit', 'transfer'] } }),
  ],
  'one kind of a month': [
    10,
    (request, body) => request(listStatements, { body: { ...body, ...month, type: 'transfer' } }),
  ],
  'the slips': [90, (request, body) => request(listSlips, { body })],
  'the friends’ bonuses': [90, (request, body) => request(listInvites, { body })],
  'the cashback received': [90, (request, body) => request(listRefunds, { body })],
}

interface DeepPage {
  page: number
  limit: number
  before?: string
}

interface Paged {
  body: { total: number; cursor?: string | null | undefined }
}

describeOnOne(`a member of ${ROWS / SHARE} among ${ROWS} rows`, (open) => {
  let filled: Awaited<ReturnType<typeof openFilled>>
  beforeAll(async () => {
    filled = await openFilled(open, fill)
  }, 120_000)

  test.each(Object.entries(lists))(
    '%s is read in the order of its index: nothing is sorted, and no row beyond the page is read',
    async (name, [pages, list]) => {
      const { db, request, asked } = filled
      asked.length = 0
      await list(request)
      expect(countedWithRows.has(name) ? asked.filter(isCount) : []).toEqual([])
      // A count of the rows reads all of them.
      expect(
        await excessOf(
          db,
          asked.filter((one) => !isCount(one)),
          longTables,
          rowsOf(pages),
        ),
      ).toEqual([])
    },
  )

  test.each(Object.entries(deep))(
    '%s is read deep down by position like its first page, and nothing is counted',
    async (name, [number, list]) => {
      const { db, request, asked } = filled
      asked.length = 0
      const { body } = await list(request, { page: number, limit: LIMIT })
      expect(asked.filter(isCount)).toHaveLength(countedWithRows.has(name) ? 0 : 1)
      const before = body.cursor ?? ''
      asked.length = 0
      const next = await list(request, { page: 1, limit: LIMIT, before })
      expect(next.body).toMatchObject({ total: body.total, cursor: expect.any(String) })
      expect(asked.filter(isCount)).toEqual([])
      expect(await excessOf(db, asked, longTables, rowsOf(1))).toEqual([])
    },
  )
})
