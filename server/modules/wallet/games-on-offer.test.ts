import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { getWallet } from '#api/contract/wallet.ts'
import { describeOnEach } from '../../database/test-database.ts'
import { games } from '../../database/schema/games.ts'
import { queriesOf } from '../../http/test-plans.ts'
import { openTestServer, type TestMember, type TestServer } from '../test-server.ts'

describeOnEach('the games that the wallet shows', (open) => {
  let server: TestServer
  let member: TestMember
  let asked: ReturnType<typeof queriesOf>
  beforeAll(async () => {
    server = await openTestServer(open)
    // Before anything is asked: a prepared query keeps the log that it was built with.
    asked = queriesOf(server.db)
    member = await server.newMember()
  })

  const shown = async () => (await member.request(getWallet)).body.slots ?? []
  const named = async (code: string) => (await shown()).find((slot) => slot.code === code)

  test('are as the operator last left them, at the very next look', async () => {
    const [first] = await shown()
    const code = first?.code ?? ''
    await server.db.update(games).set({ logo: '/changed.svg' }).where(eq(games.code, code))
    expect(await named(code)).toMatchObject({ logo: '/changed.svg' })
    await server.db.update(games).set({ enabled: false }).where(eq(games.code, code))
    expect(await named(code)).toBeUndefined()
    const before = await shown()
    await server.db
      .insert(games)
      .values({ code: 'NEW', name: { th: 'ใหม่' }, category: 'slot', launch: 'open' })
    expect(await shown()).toHaveLength(before.length + 1)
    await server.db.delete(games).where(eq(games.code, 'NEW'))
    expect(await shown()).toEqual(before)
  })

  test('are not those of a change that was taken back', async () => {
    const before = await shown()
    const seen = server.db.transaction(async (tx) => {
      await tx.update(games).set({ logo: '/never.svg' })
      throw new Error('taken back')
    })
    await expect(seen).rejects.toThrow('taken back')
    expect(await shown()).toEqual(before)
  })

  test('cost the wallet no statement of their own: it is one, the check of the session with it', async () => {
    await shown()
    asked.length = 0
    await shown()
    expect(asked.map(({ query }) => query)).toEqual([expect.stringContaining('"sessions"."token_hash" = ')])
  })

  test('are not shown to a session that has ended', async () => {
    const other = await server.newMember()
    await server.db.execute(
      sql`update sessions set expires_at = now() - interval '1 minute' where member_id = ${other.id}`,
    )
    expect(await other.request(getWallet)).toMatchObject({
      status: 401,
      body: { message: 'EXPIRED_AUTH_TOKEN' },
    })
  })
})
