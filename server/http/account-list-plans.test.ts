import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { getLimits } from '#api/contract/limits.ts'
import { listPasskeys } from '#api/contract/passkey.ts'
import { listSessions } from '#api/contract/session.ts'
import type { Database } from '../database/database.ts'
import { describeOnOne } from '../database/test-database.ts'
import type { Client } from './test-app.ts'
import { excessOf, isCount, openFilled } from './test-plans.ts'

const ROWS = 200_000
/** The number of rows that every other member has in each table. */
const EACH = 9
/** How many passkeys and sessions the member has; of limits there are no more than nine. */
const OWN = 30

const longTables = ['play_limits', 'passkeys', 'sessions']

async function fill(db: Database, member: string): Promise<void> {
  const others = Math.ceil(ROWS / EACH)
  const id = sql.raw(`'T' || n`)
  await db.execute(sql`insert into members (id, username, name, password_hash)
    select ${id}, 'T' || n, 'Somchai', '' from generate_series(1, ${others}::int) n`)
  await db.execute(sql`insert into play_limits (member_id, kind, period, amount)
    select id, kind, period, 1000000 from (select ${id} as id from generate_series(1, ${others}::int) n union select ${member}) m,
      unnest(array['deposit', 'loss', 'time']) kind, unnest(array['day', 'week', 'month']) period`)
  const owner = sql`case when n <= ${OWN}::int then ${member} else 'T' || (n % ${others}::int + 1) end`
  const time = sql`now() - n % 1000 * interval '1 minute'`
  const numbers = sql`from generate_series(1, ${ROWS}::int) n`
  await db.execute(sql`insert into passkeys (member_id, credential_id, public_key, counter, transports, is_synced, name, created_at)
    select ${owner}, 'credential' || n, '', 0, '{}', true, '', ${time} ${numbers}`)
  await db.execute(sql`insert into sessions (token_hash, member_id, expires_at, created_at, last_seen_at)
    select 'hash' || n, ${owner}, now() + interval '10 days', ${time}, ${time} ${numbers}`)
  await db.execute(sql`vacuum analyze`)
}

/** Each list, and how many rows the member has of it. */
const lists: Record<string, [own: number, call: (request: Client) => Promise<unknown>]> = {
  'the limits': [9, (request) => request(getLimits)],
  'the passkeys': [OWN, (request) => request(listPasskeys)],
  // The test signs in as well.
  'the sessions': [OWN + 1, (request) => request(listSessions)],
}

describeOnOne(`a member’s own few among ${ROWS} rows`, (open) => {
  let filled: Awaited<ReturnType<typeof openFilled>>
  beforeAll(async () => {
    filled = await openFilled(open, fill)
  }, 120_000)

  test.each(Object.entries(lists))(
    '%s are found by an index: no other row is read',
    async (_, [own, list]) => {
      const { db, request, asked } = filled
      asked.length = 0
      await list(request)
      const plans = asked.filter((one) => !isCount(one))
      expect(await excessOf(db, plans, longTables, own, true)).toEqual([])
    },
  )
})
