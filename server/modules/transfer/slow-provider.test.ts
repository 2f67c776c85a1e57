import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { getOperation } from '#api/contract/operation.ts'
import { createQr } from '#api/contract/qrcode.ts'
import { listStatements } from '#api/contract/statement.ts'
import { getWallet, transfer, withdraw, withdrawAll } from '#api/contract/wallet.ts'
import { activateGame } from '#api/contract/game-account.ts'
import { cancelWithdrawal } from '#api/contract/withdrawal.ts'
import { HOUR, later, MINUTE, SECOND } from '../../clock.ts'
import { auditEvents } from '../../database/schema/audit.ts'
import { providerTransfers } from '../../database/schema/provider-transfers.ts'
import { withdrawals } from '../../database/schema/withdrawals.ts'
import { describeOnOne } from '../../database/test-database.ts'
import { finishProviderTransfers } from '../../jobs/finish-provider-transfers.ts'
import { runJob } from '../../jobs/run-jobs.ts'
import { balancesOf } from '../../ledger/balances.ts'
import type { GamesProvider } from '../../providers/games.ts'
import { ProviderFailure } from '../../providers/provider-failure.ts'
import { readQueues } from '../health/queues.ts'
import { type TestMember, type TestServer, openTestServer } from '../test-server.ts'

const CONNECTIONS = 3
const AT_ONCE = 20

describeOnOne('a provider that does not answer', (open) => {
  let server: TestServer
  let games: GamesProvider
  let own: GamesProvider
  /** Lets each call that is being held go on, in order. */
  let held: (() => void)[] = []

  beforeAll(async () => {
    server = await openTestServer(() => open({ poolSize: CONNECTIONS }))
    games = server.context.providers.games
    own = { ...games }
  })
  afterEach(() => {
    vi.useRealTimers()
    release()
    held = []
  })

  /** Holds every call of this kind. */
  function hold(name: 'move' | 'cancel' | 'openAccount') {
    const answer = own[name] as (given: unknown) => Promise<unknown>
    const holding = async (given: unknown) => {
      await new Promise<void>((resolve) => held.push(resolve))
      return answer(given)
    }
    Object.assign(games, { [name]: holding })
  }
  function release() {
    Object.assign(games, own)
    for (const go of held) go()
  }
  async function player() {
    const member = await server.newMember({ wallet: 100_000 })
    await member.request(activateGame, { params: { slot: 'PG' } })
    return member
  }
  const move = (member: TestMember, from: string, to: string, amount: number, key: string) =>
    member.request(transfer, { body: { from, to, amount }, key })
  const transfersOf = async ({ request }: TestMember) =>
    (
      await request(listStatements, { body: { page: 1, limit: 10, statementTypes: ['transfer'] } })
    ).body.statements.map(({ status, amount }) => [status, amount])
  /** How many rows there are, and the newest two. */
  async function lastOf({ request }: TestMember) {
    const { body } = await request(listStatements, { body: { page: 1, limit: 2 } })
    const rows = body.statements.map(({ statementType, to, amount, status, balanceAfter, withdrawal }) => [
      statementType,
      to,
      amount,
      status,
      balanceAfter,
      withdrawal,
    ])
    return [body.total, ...rows]
  }
  const atProvider = ({ id }: TestMember, game = 'PG') =>
    server.context.providers.sandbox!.moves.sum(game, `${game}${id}`.toLowerCase())

  /** Begins the operation, and makes its caller wait for 10 s. */
  async function waitInVain<T>(begin: () => Promise<T>): Promise<T> {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const before = held.length
    const sent = begin()
    await vi.waitFor(() => expect(held).toHaveLength(before + 1))
    vi.advanceTimersByTime(10 * SECOND)
    const answer = await sent
    vi.useRealTimers()
    return answer
  }

  test('one member’s many transfers leave the database to other members, and all are done once it answers', async () => {
    hold('move')
    const member = await player()
    const other = await server.newMember({ wallet: 5_000 })
    const sent = Array.from({ length: AT_ONCE }, () =>
      member.request(transfer, { body: { from: 'WALLET', to: 'PG', amount: 10 } }),
    )
    await expect.poll(() => held.length).toBe(1)
    expect((await other.request(getWallet)).status).toBe(200)
    expect((await member.request(getWallet)).body.wallet.amount).toBe(990)
    expect(await other.request(createQr, { params: { code: 'FP' }, body: { amount: 50 } })).toMatchObject({
      status: 200,
    })
    expect(held).toHaveLength(1)
    release()
    const answers = await Promise.all(sent)
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: AT_ONCE }, () => 200))
    expect(await member.wallet()).toBe(80_000)
    await server.expectBalancedLedger()
  })

  test('opening an account leaves the database to others too', async () => {
    hold('openAccount')
    const member = await server.newMember()
    const other = await server.newMember({ wallet: 5_000 })
    const sent = member.request(activateGame, { params: { slot: 'PG' } })
    await expect.poll(() => held.length).toBe(1)
    expect((await other.request(getWallet)).status).toBe(200)
    release()
    expect((await sent).status).toBe(200)
  })

  test('after 10 s the answer is PROCESSING; a late answer ends the transfer by itself', async () => {
    const member = await player()
    hold('move')
    const key = randomUUID()
    const first = await waitInVain(() => move(member, 'WALLET', 'PG', 300, key))
    expect([first.status, first.body]).toEqual([202, { message: 'PROCESSING' }])
    expect([await member.wallet(), await member.gameBalance('PG')]).toEqual([70_000, 0])
    expect(await transfersOf(member)).toEqual([['PROCESSING', 300]])
    expect((await balancesOf(server.db, member.id)).moving).toBe(30_000)
    await server.expectBalancedLedger()
    const look = async () => (await member.request(getOperation, { params: { key } })).body
    expect(await look()).toEqual({ status: 'unknown', running: true })
    expect(await move(member, 'WALLET', 'PG', 300, key)).toMatchObject({
      status: 409,
      body: { message: 'REQUEST_LIMIT' },
    })
    expect(await move(member, 'WALLET', 'PG', 200, key)).toMatchObject({ status: 422 })

    const events = server.events.length
    release()
    await expect.poll(async () => (await look()).status).toBe('done')
    expect(await look()).toEqual({ status: 'done', reply: { message: 'SUCCESS', amount: 300 } })
    expect(server.events.slice(events)).toEqual([{ memberId: member.id, reason: 'transfer' }])
    expect([await member.wallet(), await member.gameBalance('PG')]).toEqual([70_000, 30_000])
    expect(await transfersOf(member)).toEqual([['SUCCESS', 300]])
    const again = await move(member, 'WALLET', 'PG', 300, key)
    expect([again.status, again.body]).toEqual([200, { message: 'SUCCESS', amount: 300 }])
    expect(atProvider(member)).toBe(30_000)
    await server.expectBalancedLedger()
  })

  test('other transfers of the member go on while one is under way', async () => {
    const member = await player()
    await member.request(activateGame, { params: { slot: 'JOKER' } })
    hold('move')
    await waitInVain(() => move(member, 'WALLET', 'PG', 300, randomUUID()))
    Object.assign(games, own)
    expect((await move(member, 'WALLET', 'JOKER', 100, randomUUID())).status).toBe(200)
    expect(await move(member, 'WALLET', 'JOKER', 600.01, randomUUID())).toMatchObject({
      body: { message: 'MONEY_NOT_ENOUGH' },
    })
    release()
    await expect.poll(() => member.gameBalance('PG')).toBe(30_000)
    await server.expectBalancedLedger()
  })

  test('a withdrawal of everything goes to the bank once the games have paid', async () => {
    const member = await player()
    await move(member, 'WALLET', 'PG', 300, randomUUID())
    const sent: string[] = []
    server.context.providers.bank.payOut = async ({ reference }) => void sent.push(reference)
    hold('move')
    const key = randomUUID()
    const all = () => member.request(withdrawAll, { body: { amount: 900 }, key })
    expect(await waitInVain(all)).toMatchObject({ status: 202, body: { message: 'PROCESSING' } })
    expect(sent).toEqual([])
    // What the games do not hold is reserved too: it cannot be spent meanwhile, and is seen to wait. It is no withdrawal yet.
    expect(await member.wallet()).toBe(10_000)
    expect(await lastOf(member)).toEqual([
      4,
      ['withdraw', 'KBANK', 600, 'PROCESSING', 100, { isForGames: true }],
      ['transfer', 'WALLET', 300, 'PROCESSING', null, undefined],
    ])
    const id = (await member.request(listStatements, { body: { page: 1, limit: 1 } })).body.statements[0]
      ?.reference
    expect(await member.request(cancelWithdrawal, { params: { id: id ?? '' } })).toMatchObject({
      status: 404,
    })
    expect(await server.db.$count(withdrawals, eq(withdrawals.memberId, member.id))).toBe(0)
    release()
    await expect.poll(() => sent.length).toBe(1)
    expect(await lastOf(member)).toEqual([
      4,
      [
        'withdraw',
        'KBANK',
        900,
        'PROCESSING',
        100,
        expect.objectContaining({ expectedAt: expect.any(String) as string }),
      ],
      ['transfer', 'WALLET', 300, 'SUCCESS', 1000, undefined],
    ])
    expect(await balancesOf(server.db, member.id)).toMatchObject({
      wallet: 10_000,
      withdrawing: 90_000,
      moving: 0,
      games: { PG: 0 },
    })
    expect(await all()).toMatchObject({ status: 200, body: { message: 'SUCCESS' } })
    expect(sent).toHaveLength(1)
    expect(atProvider(member)).toBe(0)
    await server.expectBalancedLedger()
  })

  test('a withdrawal of everything that a game refuses was never at the bank, and all of it is back', async () => {
    const member = await player()
    await move(member, 'WALLET', 'PG', 300, randomUUID())
    games.move = refusing
    expect(await member.request(withdrawAll, { body: { amount: 900 } })).toMatchObject({
      status: 400,
      body: { message: 'TRANSFER_FAIL' },
    })
    expect([await member.wallet(), await member.gameBalance('PG')]).toEqual([70_000, 30_000])
    expect(await lastOf(member)).toEqual([
      4,
      ['withdraw', 'KBANK', 600, 'FAILED', null, { isForGames: true }],
      ['transfer', 'WALLET', 300, 'FAILED', null, undefined],
    ])
    await server.expectBalancedLedger()
  })

  test('a withdrawal is answered after 10 s though the bank is silent, and handed over once', async () => {
    const member = await player()
    const { bank } = server.context.providers
    const sent: string[] = []
    bank.payOut = async ({ reference }) => {
      await new Promise<void>((resolve) => held.push(resolve))
      sent.push(reference)
    }
    const answer = await waitInVain(() => member.request(withdraw, { body: { amount: 900 } }))
    expect(answer).toMatchObject({ status: 200, body: { message: 'SUCCESS' } })
    expect(sent).toEqual([])
    release()
    const handed = async () =>
      (await member.request(listStatements, { body: { page: 1, limit: 1 } })).body.statements[0]?.handedAt
    await expect.poll(handed).toBeTypeOf('string')
    expect(sent).toHaveLength(1)
    await server.expectBalancedLedger()
  })

  test('a provider that stays silent is asked again by the same reference, and at last told that it is off', async () => {
    const member = await player()
    const key = randomUUID()
    const asked: string[] = []
    games.move = async ({ reference }) => {
      asked.push(reference)
      throw new Error('socket hang up')
    }
    games.cancel = async () => {
      throw new Error('socket hang up')
    }
    expect((await move(member, 'WALLET', 'PG', 300, key)).status).toBe(202)
    const finish = async (after: number) => {
      server.clock.advance(after)
      await runJob(server.context, finishProviderTransfers)
    }
    await finish(0)
    expect(asked).toHaveLength(1)
    await finish(MINUTE)
    await finish(13 * MINUTE)
    const isOf = eq(providerTransfers.memberId, member.id)
    const status = async () => (await server.db.select().from(providerTransfers).where(isOf))[0]?.status
    expect(await status()).toBe('moving')
    await finish(MINUTE)
    expect(await status()).toBe('cancelling')
    expect(asked).toHaveLength(4)
    expect(new Set(asked).size).toBe(1)
    expect(await transfersOf(member)).toEqual([['PROCESSING', 300]])
    // It is being cancelled now: the provider is not asked to move it again, whatever it says.
    Object.assign(games, own)
    await finish(MINUTE)
    expect([await member.wallet(), await member.gameBalance('PG')]).toEqual([100_000, 0])
    expect(await transfersOf(member)).toEqual([['FAILED', 300]])
    expect((await member.request(getOperation, { params: { key } })).body).toEqual({
      status: 'failed',
      reply: { message: 'TRANSFER_FAIL' },
    })
    expect(await move(member, 'WALLET', 'PG', 300, key)).toMatchObject({
      status: 400,
      body: { message: 'TRANSFER_FAIL' },
    })
    expect(atProvider(member)).toBe(0)
    await server.expectBalancedLedger()
  })

  test('and however many of its transfers wait, those of other games are asked for at once', async () => {
    const { id: memberId } = await server.newMember()
    const leasedUntil = server.clock.now()
    const waiting = (gameCode: string, leasedBefore: number) => {
      const id = randomUUID()
      const moves = [{ gameCode, username: memberId, amount: 100, reference: id }]
      const nothing = { taken: {}, destination: '', reply: '' }
      return {
        id,
        memberId,
        operationId: `${memberId}:${id}`,
        moves,
        leasedUntil: later(leasedUntil, -leasedBefore),
        ...nothing,
      }
    }
    const silent = Array.from({ length: 11 }, () => waiting('PG', SECOND))
    await server.db.insert(providerTransfers).values([...silent, waiting('JOKER', 0)])
    const asked: string[] = []
    games.move = ({ gameCode }) => {
      asked.push(gameCode)
      return gameCode === 'PG' ? new Promise((resolve) => held.push(resolve)) : Promise.resolve()
    }
    const run = runJob(server.context, finishProviderTransfers)
    await expect.poll(() => asked).toContain('JOKER')
    // No more of the silent provider than it is asked for at once.
    await expect.poll(() => held.length).toBe(10)
    games.move = own.move
    for (const go of held) go()
    await run
    expect(await server.db.$count(providerTransfers, eq(providerTransfers.memberId, memberId))).toBe(0)
  })

  const refusing = async () => {
    throw new ProviderFailure('not allowed')
  }
  /** A transfer into PG that PG has made without saying so, and does not cancel for six hours. */
  async function stuck(
    send: (member: TestMember, key: string) => Promise<{ status: number; body: { message?: string } }>,
  ) {
    const member = await player()
    await move(member, 'WALLET', 'PG', 400, randomUUID())
    const key = randomUUID()
    games.move = async (asked) => {
      await own.move(asked)
      throw new ProviderFailure('no answer from there')
    }
    games.cancel = refusing
    expect((await send(member, key)).status).toBe(202)
    Object.assign(games, own, { cancel: refusing })
    const mine = eq(providerTransfers.memberId, member.id)
    const find = async () => (await server.db.select().from(providerTransfers).where(mine))[0]
    const finish = (after: number) => {
      server.clock.advance(after)
      return runJob(server.context, finishProviderTransfers)
    }
    await finish(6 * HOUR - 1)
    expect((await find())?.stuckAt).toBeNull()
    await finish(MINUTE)
    const id = (await find())?.id ?? ''
    expect((await find())?.stuckAt).not.toBeNull()
    expect(
      server.logged.filter((line) => line.includes('provider-transfer-stuck') && line.includes(id)),
    ).toHaveLength(1)
    const stuckAt = (await find())?.stuckAt?.toISOString() ?? ''
    const decide = (verdict: string) => server.submitForm('/stuck', { id, stuckAt, verdict })
    return { member, key, id, find, finish, decide }
  }
  const fill: Parameters<typeof stuck>[0] = (member, key) => move(member, 'WALLET', 'PG', 300, key)
  const everything: Parameters<typeof stuck>[0] = ({ request }, key) =>
    request(withdrawAll, { body: { amount: 900 }, key })

  test('one that does not cancel is asked no more after six hours: a person is called, and the money waits', async () => {
    const { member, key, find, finish } = await stuck(fill)
    let asked = 0
    games.cancel = async () => void (asked += 1)
    await finish(HOUR)
    expect(asked).toBe(0)
    expect((await balancesOf(server.db, member.id)).moving).toBe(30_000)
    expect(await transfersOf(member)).toEqual([
      ['PROCESSING', 300],
      ['SUCCESS', 400],
    ])
    expect((await fill(member, key)).status).toBe(409)
    expect(await readQueues(server.db, server.clock.now())).toContainEqual({
      name: 'stuck-transfers',
      size: 1,
      oldest: HOUR / SECOND,
    })
    const page = await (await server.app.request('/sandbox')).text()
    expect(page).toContain((await find())?.moves[0]?.reference)
    await server.expectBalancedLedger()
  })

  test.each([
    ['returned', { wallet: 60_000, moving: 0, games: { PG: 40_000 } }, 'FAILED', 'TRANSFER_FAIL'],
    ['arrived', { wallet: 30_000, moving: 0, games: { PG: 70_000 } }, 'SUCCESS', 'SUCCESS'],
  ] as const)('a person says that it has %s, once', async (verdict, balances, status, message) => {
    const { member, key, id, find, decide } = await stuck(fill)
    await decide('nonsense')
    expect(await find()).toBeDefined()
    await decide(verdict)
    await decide('returned')
    await decide('arrived')
    expect(await find()).toBeUndefined()
    expect(await balancesOf(server.db, member.id)).toMatchObject(balances)
    expect(await transfersOf(member)).toEqual([
      [status, 300],
      ['SUCCESS', 400],
    ])
    expect((await fill(member, key)).body).toMatchObject({ message })
    const decisions = await server.db
      .select()
      .from(auditEvents)
      .where(and(eq(auditEvents.kind, 'stuck-transfer-decided'), eq(auditEvents.subject, id)))
    expect(decisions).toMatchObject([{ memberId: member.id, actor: 'operator', after: { verdict } }])
    await server.expectBalancedLedger()
  })

  test('a person has it asked for again, and it ends by itself', async () => {
    const { member, find, finish, decide } = await stuck(fill)
    Object.assign(games, own)
    await decide('again')
    await finish(0)
    expect(await find()).toBeUndefined()
    expect([await member.wallet(), await member.gameBalance('PG')]).toEqual([60_000, 40_000])
    expect(atProvider(member)).toBe(40_000)
    await server.expectBalancedLedger()
  })

  test('what a person says has arrived for a withdrawal goes to the bank', async () => {
    const { member, key, decide } = await stuck(everything)
    const sent: string[] = []
    server.context.providers.bank.payOut = async ({ reference }) => void sent.push(reference)
    await decide('arrived')
    expect(sent).toHaveLength(1)
    const balances = { wallet: 10_000, withdrawing: 90_000, moving: 0, games: { PG: 0 } }
    expect(await balancesOf(server.db, member.id)).toMatchObject(balances)
    expect(await everything(member, key)).toMatchObject({ status: 200, body: { message: 'SUCCESS' } })
    await server.expectBalancedLedger()
  })
})
