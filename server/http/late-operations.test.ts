import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { getOperation } from '#api/contract/operation.ts'
import { transferAll, withdraw } from '#api/contract/wallet.ts'
import { MINUTE } from '../clock.ts'
import { describeOnOne } from '../database/test-database.ts'
import { openTestServer, refused, type TestMember, type TestServer } from '../modules/test-server.ts'
import { inLane } from './operations/operation-lane.ts'

describeOnOne('an operation that waited until its caller was told that it never arrived', (open) => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer(open)
  })

  /** Lets no operation begin until it is called. */
  function holdLane(): () => void {
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    for (let n = 0; n < server.context.config.databaseConnections; n += 1)
      void inLane(server.context, () => held)
    return () => release()
  }

  test.each([
    [
      'in one statement',
      ({ request }: TestMember, key: string) => request(withdraw, { body: { amount: 400 }, key }),
    ],
    [
      'in a transaction',
      ({ request }: TestMember, key: string) => request(transferAll, { body: { to: 'WALLET' }, key }),
    ],
  ])('does not begin any more: %s', async (_, send) => {
    const member = await server.newMember({ wallet: 100_000 })
    const key = randomUUID()
    const release = holdLane()
    const late = send(member, key)
    // A read is answered meanwhile.
    expect(await member.wallet()).toBe(100_000)
    server.clock.advance(2 * MINUTE)
    const { body } = await member.request(getOperation, { params: { key } })
    expect(body).toEqual({ status: 'unknown', running: false })
    release()
    expect(await late).toMatchObject(refused('REQUEST_LIMIT', 429))
    expect(await member.wallet()).toBe(100_000)
    expect((await member.request(getOperation, { params: { key } })).body).toMatchObject({
      status: 'unknown',
    })
    // Nothing was kept under its key.
    expect((await send(member, key)).status).toBe(200)
  })
})
