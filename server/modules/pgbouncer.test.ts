import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { listStatements } from '#api/contract/statement.ts'
import { transfer, withdraw } from '#api/contract/wallet.ts'
import { activateGame } from '#api/contract/game-account.ts'
import type { Connection } from '../database/database.ts'
import { openPostgres } from '../database/postgres.ts'
import { rowsOf } from '../database/query.ts'
import { findPgbouncer, startPgbouncer } from '../database/test-pgbouncer.ts'
import { auditBooks } from '../jobs/ledger-audits.ts'
import { openTestServer, type TestServer } from './test-server.ts'

const program = findPgbouncer()

describe.skipIf(program === undefined || inject('postgresUrl') === '')('through PgBouncer', () => {
  let pooler: Awaited<ReturnType<typeof startPgbouncer>>
  let server: TestServer
  const opened: Connection[] = []
  beforeAll(async () => {
    const urlOf = (database: string) => inject('postgresUrl').replace('DATABASE', database)
    const name = `pooled_${randomBytes(6).toString('hex')}`
    const admin = await openPostgres(urlOf('postgres'), { migrations: 'ignore' })
    await admin.db.execute(sql.raw(`create database ${name} template template0`))
    await admin.close()
    pooler = await startPgbouncer(program ?? '', urlOf(name), 3)
    // Both migrate, one after the other, although the pooler hands their connections on.
    opened.push(...(await Promise.all([1, 2].map(() => openPostgres(pooler.url, { poolSize: 8 })))))
    server = await openTestServer(() => Promise.resolve(opened[0]!))
  })
  afterAll(async () => {
    await Promise.all(opened.map(({ close }) => close()))
    await pooler?.stop()
  })

  test('members move, withdraw and list money at once, on fewer connections than calls', async () => {
    const members = await Promise.all(Array.from({ length: 8 }, () => server.newMember({ wallet: 100_000 })))
    const statuses = await Promise.all(
      members.map(async ({ request }) => {
        const answers = [
          await request(activateGame, { params: { slot: 'PG' } }),
          await request(transfer, { body: { from: 'WALLET', to: 'PG', amount: 300 } }),
          await request(transfer, { body: { from: 'PG', to: 'WALLET', amount: 100 } }),
          await request(withdraw, { body: { amount: 500 } }),
          await request(listStatements, { body: { page: 1, limit: 10 } }),
        ]
        return answers.map(({ status }) => status)
      }),
    )
    expect(new Set(statuses.flat())).toEqual(new Set([200]))
    for (const member of members)
      expect([await member.wallet(), await member.gameBalance('PG')]).toEqual([30_000, 20_000])
    expect(await auditBooks(server.context, { actor: 'system' })).toMatchObject({ problemCount: 0 })
    const [used] = await rowsOf<{ count: number }>(
      server.db,
      sql`select count(*)::int as count from pg_stat_activity where datname = current_database()`,
    )
    expect(used?.count).toBeLessThanOrEqual(3)
  })

  test('statements prepared by name meet any connection, and each has the time limits', async () => {
    const pool = new Pool({ connectionString: pooler.url, max: 8 })
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, number) =>
        pool.query<{ twice: number }>({
          name: 'twice',
          text: 'select $1::int * 2 as twice',
          values: [number],
        }),
      ),
    )
    expect(answers.map(({ rows }) => rows[0]?.twice)).toEqual(
      Array.from({ length: 64 }, (_, number) => number * 2),
    )
    const limits = await pool.query<{ one: string; other: string }>(
      "select current_setting('statement_timeout') as one, current_setting('idle_in_transaction_session_timeout') as other",
    )
    expect(limits.rows).toEqual([{ one: '30s', other: '30s' }])
    await pool.end()
  })
})
