import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { activateBonus } from '#api/contract/bonus.ts'
import { collect } from '#api/contract/collect.ts'
import { getPlay, setRealityCheck } from '#api/contract/limits.ts'
import { createQr } from '#api/contract/qrcode.ts'
import { getPush, savePushPreferences } from '#api/contract/push.ts'
import { getWallet, transfer, transferAll, withdraw, withdrawAll } from '#api/contract/wallet.ts'
import { activateGame } from '#api/contract/game-account.ts'
import { HOUR, MINUTE } from '../clock.ts'
import { gameAccounts } from '../database/schema/games.ts'
import { members, sessions } from '../database/schema/members.ts'
import { transact } from '../database/query.ts'
import { describeOnEach, describeOnOne } from '../database/test-database.ts'
import { lockMember } from '../ledger/lock-member.ts'
import { stateOf } from '../modules/test-crash.ts'
import { openTestServer, refused, type TestMember, type TestServer } from '../modules/test-server.ts'
import { holdBack } from './test-held-body.ts'
import { behindTransfer, heldTransfer } from './test-held-transfer.ts'
import { queriesOf } from './test-plans.ts'

describeOnEach('an operation whose own statement looks for the session', (open) => {
  let server: TestServer
  let asked: ReturnType<typeof queriesOf>
  beforeAll(async () => {
    server = await openTestServer(open)
    // Set before any query: a prepared one keeps the log that it was built with.
    asked = queriesOf(server.db)
  })

  async function player() {
    const member = await server.newMember({ wallet: 100_000 })
    await member.request(activateGame, { params: { slot: 'PG' } })
    return member
  }
  const move = ({ request }: TestMember, amount = 100, key: string = randomUUID()) =>
    request(transfer, { body: { from: 'WALLET', to: 'PG', amount }, key })
  const mine = ({ id }: TestMember) => eq(sessions.memberId, id)
  /** In satang. */
  const inGame = async ({ id }: TestMember) => {
    const { rows } = await server.db.execute(
      sql`select coalesce(sum(balance), 0)::int as held from ledger_accounts where name = ${`member:${id}:game:PG`}`,
    )
    return (rows as { held: number }[])[0]?.held
  }

  test('asks once for both, where the caller was here a moment ago', async () => {
    const member = await player()
    await move(member)
    asked.length = 0
    expect((await move(member)).status).toBe(200)
    expect(
      asked.map(({ query }) => /\b(?:transfer_begin|provider_transfer_end)\b/u.exec(query)?.[0]),
    ).toEqual(['transfer_begin', 'provider_transfer_end'])
  })

  const ends: Record<string, [message: string, end: (member: TestMember) => Promise<unknown>]> = {
    'was ended elsewhere': ['UNAUTHORIZED', (member) => server.db.delete(sessions).where(mine(member))],
    'ran out': [
      'EXPIRED_AUTH_TOKEN',
      (member) =>
        server.db
          .update(sessions)
          .set({ expiresAt: new Date(server.clock.now().getTime() - MINUTE) })
          .where(mine(member)),
    ],
    'is as old as one may become': [
      'EXPIRED_AUTH_TOKEN',
      (member) =>
        server.db
          .update(sessions)
          .set({ createdAt: new Date(server.clock.now().getTime() - 90 * 24 * HOUR) })
          .where(mine(member)),
    ],
    'is that of a member who was closed': [
      'UNAUTHORIZED',
      ({ id }) => server.db.update(members).set({ status: 'inactive' }).where(eq(members.id, id)),
    ],
  }

  test.each(Object.entries(ends))(
    'moves nothing for one that %s, and answers as a read does',
    async (_, [message, end]) => {
      const member = await player()
      const key = randomUUID()
      expect((await move(member, 100, key)).status).toBe(200)
      const other = await player()
      await end(member)
      const signedOut = refused(message, 401)
      expect(await member.request(getWallet)).toMatchObject(signedOut)
      expect(await move(member)).toMatchObject(signedOut)
      // Nor does the answer say what was answered before, or what else is wrong.
      expect(await move(member, 100, key)).toMatchObject(signedOut)
      expect(await move(member, -5)).toMatchObject(signedOut)
      expect(await move(member, 100, 'no key')).toMatchObject(signedOut)
      expect(await move(member, 1e6)).toMatchObject(signedOut)
      expect(await member.request(activateBonus, { params: { code: 'NONE' } })).toMatchObject(signedOut)
      expect(await inGame(member)).toBe(10_000)
      expect((await move(other)).status).toBe(200)
      await server.expectBalancedLedger()
    },
  )

  const whole: Record<string, [begins: string, send: (member: TestMember) => Promise<unknown>]> = {
    'everything into a game': [
      'transfers_reserve',
      ({ request }) => request(transferAll, { body: { to: 'PG' } }),
    ],
    'everything back': [
      'transfers_reserve',
      ({ request }) => request(transferAll, { body: { to: 'WALLET' } }),
    ],
    'what each game holds': ['collection_begin', ({ request }) => request(collect)],
    'a withdrawal': ['withdrawal_begin', ({ request }) => request(withdraw, { body: { amount: 100 } })],
    'a withdrawal of everything': [
      'withdrawal_begin',
      ({ request }) => request(withdrawAll, { body: { amount: 1000 } }),
    ],
  }

  test.each(Object.entries(whole))(
    '%s is begun by one statement, after the one that reads the session',
    async (_, [begins, send]) => {
      const member = await player()
      await move(member)
      asked.length = 0
      expect(await send(member)).toMatchObject({ status: 200 })
      const queries = asked.map(({ query }) => query)
      expect(queries[0]).toContain('"sessions"')
      expect(queries[1]).toContain(begins)
      expect(queries.join().split(begins)).toHaveLength(2)
      await server.expectBalancedLedger()
    },
  )

  test.each<[string, (member: TestMember) => Promise<unknown>, reply: object, inGame: number]>([
    [
      'everything into a game',
      ({ request }) => request(transferAll, { body: { to: 'PG' } }),
      { amount: 700 },
      110_000,
    ],
    [
      'everything back',
      ({ request }) => request(transferAll, { body: { to: 'WALLET' } }),
      { amount: 400 },
      0,
    ],
    ['what each game holds', ({ request }) => request(collect), { amount: 400 }, 0],
    [
      'a withdrawal of everything',
      ({ request }) => request(withdrawAll, { body: { amount: 1100 } }),
      { message: 'SUCCESS' },
      0,
    ],
  ])('%s means what there is at its turn', async (_, send, body, held) => {
    const member = await server.newMember({ wallet: 110_000 })
    await member.request(activateGame, { params: { slot: 'PG' } })
    const reply = await behindTransfer(server, asked, member, () => send(member))
    expect(reply).toMatchObject({ status: 200, body })
    await expect.poll(() => inGame(member)).toBe(held)
    await server.expectBalancedLedger()
  })

  test('everything into a game finds the account that was opened while it waited', async () => {
    const member = await player()
    const reply = await behindTransfer(
      server,
      asked,
      member,
      () => member.request(transferAll, { body: { to: 'JOKER' } }),
      () =>
        server.db
          .insert(gameAccounts)
          .values({ memberId: member.id, gameCode: 'JOKER', username: 'late', password: '' }),
    )
    expect(reply).toMatchObject({ status: 200, body: { amount: 600 } })
  })

  test('moves nothing where the session ended while it waited for its turn', async () => {
    const member = await player()
    const reply = await behindTransfer(
      server,
      asked,
      member,
      () => member.request(transferAll, { body: { to: 'PG' } }),
      () => server.db.delete(sessions).where(mine(member)),
    )
    expect(reply).toMatchObject(refused('UNAUTHORIZED', 401))
    expect(await inGame(member)).toBe(40_000)
  })

  test('gives no answer of before while another operation of the member runs', async () => {
    const member = await player()
    const key = randomUUID()
    await move(member, 100, key)
    const { running, release } = await heldTransfer(server, member, 100)
    await server.db.delete(sessions).where(mine(member))
    expect(await move(member, 100, key)).toMatchObject(refused('UNAUTHORIZED', 401))
    // The transfer that was begun while the member was signed in is ended.
    release()
    expect((await running).status).toBe(200)
    expect(await inGame(member)).toBe(20_000)
  })

  test('writes down now and then that the session is used', async () => {
    const member = await player()
    await move(member)
    const seen = async () =>
      (
        await server.db.select({ at: sessions.lastSeenAt }).from(sessions).where(mine(member))
      )[0]?.at.getTime()
    const before = (await seen()) ?? NaN
    server.clock.advance(6 * MINUTE)
    await move(member)
    expect((await seen()) ?? NaN).toBeGreaterThanOrEqual(before + 6 * MINUTE)
  })
})

describeOnOne('a call whose session ends after it was sent', (open, kind) => {
  let server: TestServer
  let asked: ReturnType<typeof queriesOf>
  beforeAll(async () => {
    server = await openTestServer(open)
    asked = queriesOf(server.db)
  })

  const signedOut = refused('UNAUTHORIZED', 401)
  const signOut = ({ id }: TestMember) => server.db.delete(sessions).where(eq(sessions.memberId, id))
  const every = async ({ id }: TestMember) => (await (await server.client(id))(getPlay)).body.every
  const change = { body: { every: 60 } }

  test('does nothing while its body was held back: an operation in a transaction', async () => {
    const member = await server.newMember()
    const before = await every(member)
    const ended = () => signOut(member)
    expect(await holdBack(server, member.request.token, setRealityCheck, change, ended)).toEqual(signedOut)
    expect(await every(member)).toBe(before)
  })

  test('does nothing while its body was held back: a call that writes', async () => {
    const member = await server.newMember()
    const { preferences } = (await member.request(getPush)).body
    const body = { ...preferences, amounts: !preferences.amounts }
    const { token } = member.request
    const ended = () => signOut(member)
    expect(await holdBack(server, token, savePushPreferences, { body }, ended)).toEqual(signedOut)
    expect((await (await server.client(member.id))(getPush)).body.preferences).toEqual(preferences)
    const client = await server.client(member.id)
    const stays = () => Promise.resolve()
    expect(await holdBack(server, client.token, savePushPreferences, { body }, stays)).toMatchObject({
      status: 200,
    })
  })

  test.each([
    ['an operation in a transaction', setRealityCheck, change],
    ['one in a statement', transfer, { body: { from: 'WALLET', to: 'PG', amount: 100 } }],
  ] as const)('is not told what was answered before: %s', async (_, call, given) => {
    const member = await server.newMember({ wallet: 100_000 })
    await member.request(activateGame, { params: { slot: 'PG' } })
    const sent = { ...given, key: randomUUID() }
    expect((await holdBack(server, member.request.token, call, sent, async () => {})).status).toBe(200)
    const { running, release } = await heldTransfer(server, member, 100)
    // Nobody remembers the caller, who is read before the body.
    server.clock.advance(2 * MINUTE)
    const ended = () => signOut(member)
    expect(await holdBack(server, member.request.token, call, sent, ended)).toEqual(signedOut)
    release()
    expect((await running).status).toBe(200)
  })

  test('does nothing where it waited for the turn of its member', async () => {
    const member = await server.newMember({ wallet: 100_000 })
    await member.request(activateGame, { params: { slot: 'PG' } })
    const before = await every(member)
    const { running, release } = await heldTransfer(server, member, 400)
    asked.length = 0
    const second = member.request(setRealityCheck, change)
    await expect.poll(() => asked.some(({ query }) => query.includes('"acts"'))).toBe(true)
    await signOut(member)
    release()
    expect((await running).status).toBe(200)
    expect(await second).toMatchObject(signedOut)
    expect(await every(member)).toBe(before)
  })

  const waited: Record<string, (member: TestMember) => Promise<unknown>> = {
    'in a transaction': ({ request }) => request(setRealityCheck, change),
    'a transfer': ({ request }) => request(transfer, { body: { from: 'WALLET', to: 'PG', amount: 100 } }),
    'a withdrawal': ({ request }) => request(withdraw, { body: { amount: 100 } }),
    'a QR code': ({ request }) => request(createQr, { params: { code: 'KBANK' }, body: { amount: 100 } }),
    'a bonus': ({ request }) => request(activateBonus, { params: { code: 'WELCOME' } }),
  }

  test.runIf(kind === 'postgres').each(Object.entries(waited))(
    'does nothing where it waited for what ended the session: %s',
    async (_, send) => {
      const member = await server.newMember({ wallet: 100_000 })
      await member.request(activateGame, { params: { slot: 'PG' } })
      const state = async () => [await stateOf(server.db, member.id), await every(member)]
      const before = await state()
      let answer: Promise<unknown> = Promise.resolve()
      await transact(server.db, async (tx) => {
        await lockMember(tx, member.id)
        answer = send(member)
        const waiting = sql`select count(*)::int as waiting from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%operation_begin%'`
        await expect.poll(async () => (await server.db.execute(waiting)).rows).toEqual([{ waiting: 1 }])
        await tx.delete(sessions).where(eq(sessions.memberId, member.id))
      })
      expect(await answer).toMatchObject(signedOut)
      expect(await state()).toEqual(before)
    },
  )
})
