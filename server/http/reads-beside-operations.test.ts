import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { lookupActive } from '#api/contract/lookup.ts'
import { transfer } from '#api/contract/wallet.ts'
import { describeOnOne } from '../database/test-database.ts'
import { openTestServer, type TestServer } from '../modules/test-server.ts'

/** As many connections as the server's own settings allow; twice as many operations arrive at once. */
const CONNECTIONS = 10

describeOnOne('operations that arrive at once', (open, kind) => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer(() => open({ poolSize: CONNECTIONS }))
  })

  // The embedded database has one connection.
  test.runIf(kind === 'postgres')(
    'leave connections to who only reads, while their sessions are looked for',
    async () => {
      const members = await Promise.all(Array.from({ length: 2 * CONNECTIONS }, () => server.newMember()))
      const visitor = await server.client()
      let answers: Promise<unknown>[] = []
      await server.db.transaction(async (tx) => {
        await tx.execute(sql`lock table sessions in access exclusive mode`)
        answers = members.map(({ request }) =>
          request(transfer, { body: { from: 'WALLET', to: 'PG', amount: 1 } }),
        )
        expect((await visitor(lookupActive)).status).toBe(200)
      })
      await Promise.all(answers)
    },
  )
})
