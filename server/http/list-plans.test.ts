import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { listActivity } from '#api/contract/activity.ts'
import { listInvites } from '#api/contract/invite.ts'
import { checkRefund, listRefunds } from '#api/contract/refund.ts'
import { listSlips, listStatements } from '#api/contract/statement.ts'
import type { Database } from '../database/database.ts'
import { addMember, describeOnOne } from '../database/test-database.ts'
import { type Client, openTestApp } from './test-app.ts'

const ROWS = 200_000
const SHARE = 100
const LIMIT = 20

const longTables = ['statements', 'slips', 'invite_earnings', 'refunds', 'audit_events']

interface Asked {
  query: string
  params: unknown[]
}

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

interface Explained {
  rows: { 'QUERY PLAN'?: { Plan: Plan }[] }[]
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

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

const page = { page: 1, limit: LIMIT }

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
  'the slips': [1, (request) => request(listSlips, { body: page })],
  'the friends’ bonuses': [1, (request) => request(listInvites, { body: page })],
  'the cashback received': [1, (request) => request(listRefunds, { body: page })],
  'the cashback that waits': [1, (request) => request(checkRefund)],
  'the security activity': [1, (request) => request(listActivity, { params: { before: '100000' } })],
}

/** Runs a query again and tells how PostgreSQL did it. */
async function planOf(db: Database, { query, params }: Asked): Promise<Plan> {
  const { $client } = db as unknown as {
    $client: { query: (text: string, params: unknown[]) => Promise<Explained> }
  }
  const { rows } = await $client.query(`explain (analyze, format json) ${query}`, params)
  const [explained] = rows[0]?.['QUERY PLAN'] ?? []
  if (!explained) throw new Error(`No plan of ${query}`)
  return explained.Plan
}

describeOnOne(`a member of ${ROWS / SHARE} among ${ROWS} rows`, (open) => {
  test('gets each list in the order of its index: nothing is sorted, and no row beyond the page is read', async () => {
    const { db, client } = await openTestApp(open)
    const member = await addMember(db)
    await fill(db, member)
    const request = await client(member)
    const asked: Asked[] = []
    const logger = { logQuery: (query: string, params: unknown[]) => asked.push({ query, params }) }
    Object.assign(Reflect.get(db, 'session') as object, { logger })
    const wrong: string[] = []
    for (const [name, [pages, list]] of Object.entries(lists)) {
      asked.length = 0
      await list(request)
      // How many rows there are is counted in all of them.
      const onLong = asked.filter(
        ({ query }) =>
          !query.startsWith('select count') && longTables.some((table) => query.includes(`from "${table}"`)),
      )
      expect(onLong, name).not.toEqual([])
      for (const one of onLong) {
        for (const node of nodesOf(await planOf(db, one))) {
          const type = node['Node Type']
          const isLong = longTables.some((table) => table === node['Relation Name'])
          const reads = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
          const isRead = isLong && reads > pages * LIMIT + 1
          if (/sort/iu.test(type) || isRead) wrong.push(`${name}: ${type} of ${reads} rows, ${one.query}`)
        }
      }
    }
    expect(wrong).toEqual([])
  }, 120_000)
})
