import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { getOperation } from '#api/contract/operation.ts'
import { activateGame, getGameAccount, resetGamePassword } from '#api/contract/wallet.ts'
import { DAY, MINUTE, SECOND } from '../../clock.ts'
import type { Connection } from '../../database/database.ts'
import { pendingGamePasswords } from '../../database/schema/games.ts'
import { describeOnOne } from '../../database/test-database.ts'
import { FaultInjector } from '../../database/test-fault-injection.ts'
import { runJob } from '../../jobs/run-jobs.ts'
import { settleGamePasswords } from '../../jobs/settle-game-passwords.ts'
import type { GamesProvider } from '../../providers/games.ts'
import { ProviderFailure } from '../../providers/provider-failure.ts'
import { faultyProgram, programOf } from '../test-crash.ts'
import { openTestServer, refused, type TestMember, type TestServer } from '../test-server.ts'

const PG = { params: { slot: 'PG' } }
const isStillWorkedOn = refused('REQUEST_LIMIT', 409)

describeOnOne('a game’s password', (open) => {
  let server: TestServer
  let connection: Connection
  let games: GamesProvider
  let own: GamesProvider
  /** The passwords that the provider was told, in order, with the member's id. */
  let told: { memberId: string; password: string }[] = []
  /** What the provider does with each call: before it sets the password, and afterwards. */
  let before: () => Promise<void> | void = () => undefined
  let afterwards: () => Promise<void> | void = () => undefined
  /** The passwords by which the provider lets members in. */
  const atProvider = new Map<string, string>()

  beforeAll(async () => {
    server = await openTestServer(async () => (connection = await open()))
    games = server.context.providers.games
    own = { ...games }
    const tell = async (memberId: string, password: string) => {
      told.push({ memberId, password })
      await before()
      atProvider.set(memberId, password)
      await afterwards()
    }
    games.openAccount = async (account) => {
      await tell(account.memberId, account.password)
      return own.openAccount(account)
    }
    games.setPassword = ({ memberId }, password) => tell(memberId, password)
  })
  afterEach(() => {
    vi.useRealTimers()
    answerAgain()
    told = []
  })

  function answerAgain() {
    before = () => undefined
    afterwards = () => undefined
  }
  /** Has the provider hold every call until this is called. */
  function hold() {
    let goOn: () => void = () => undefined
    const going = new Promise<void>((resolve) => (goOn = resolve))
    before = () => going
    return goOn
  }
  const hangUp = () => Promise.reject(new Error('socket hang up'))
  const refuse = () => Promise.reject(new ProviderFailure('not this one'))

  type Send = (from: Pick<TestMember, 'request'>, key?: string) => Promise<{ status: number; body: object }>
  const reset: Send = ({ request }, key = randomUUID()) => request(resetGamePassword, { ...PG, key })
  const activate: Send = ({ request }, key = randomUUID()) => request(activateGame, { ...PG, key })
  async function player() {
    const member = await server.newMember()
    await activate(member)
    told = []
    return member
  }
  /** What it is, who sends for it, and what the account's screen is told until the provider has answered. */
  const cases: [what: string, send: Send, newcomer: () => Promise<TestMember>, meanwhile: object][] = [
    ['reset', reset, player, { unconfirmed: true }],
    ['opened', activate, () => server.newMember(), { message: 'SLOT_NO_ACCOUNT' }],
  ]
  const shown = async ({ request }: TestMember) => (await request(getGameAccount, PG)).body
  const outcome = async ({ request }: TestMember, key: string) =>
    (await request(getOperation, { params: { key } })).body
  const isPending = async ({ id }: TestMember) =>
    (await server.db.$count(pendingGamePasswords, eq(pendingGamePasswords.memberId, id))) === 1
  async function aMinuteLater(ms = MINUTE) {
    server.clock.advance(ms)
    await runJob(server.context, settleGamePasswords)
  }
  /** The member is shown the password that the provider has, and nothing is left to be asked. */
  async function expectSettled(member: TestMember) {
    expect(await isPending(member)).toBe(false)
    const account = await shown(member)
    expect(account).toEqual({
      username: `pg${member.id}`.toLowerCase(),
      password: atProvider.get(member.id),
      event: null,
    })
    return account
  }
  async function expectUnconfirmed(member: TestMember) {
    const account = await shown(member)
    expect(account.unconfirmed).toBe(true)
    return account.password
  }

  /** Sends the call to a provider that holds it for 10 s; returns the answer, and what lets the provider go on. */
  async function waitInVain<T>(send: () => Promise<T>) {
    const goOn = hold()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const calls = told.length
    const sent = send()
    await vi.waitFor(() => expect(told).toHaveLength(calls + 1))
    vi.advanceTimersByTime(10 * SECOND)
    const answer = await sent
    vi.useRealTimers()
    answerAgain()
    return { answer, goOn }
  }

  test.each(cases)(
    '%s, whose provider answers late, is the one that was shown meanwhile',
    async (_, send, newcomer, meanwhile) => {
      const member = await newcomer()
      const key = randomUUID()
      const { answer, goOn } = await waitInVain(() => send(member, key))
      expect(answer).toMatchObject(isStillWorkedOn)
      expect(await outcome(member, key)).toEqual({ status: 'unknown', running: true })
      const account = await shown(member)
      expect(account).toMatchObject(meanwhile)
      expect([told[0]?.password, undefined]).toContain(account.password)
      const events = server.events.length
      goOn()
      await expect.poll(() => isPending(member)).toBe(false)
      const settled = await expectSettled(member)
      expect(settled.password).toBe(told[0]?.password)
      expect(await outcome(member, key)).toEqual({ status: 'done', reply: settled })
      expect((await send(member, key)).body).toEqual(settled)
      expect(told).toHaveLength(1)
      await expect.poll(() => server.events.slice(events)).toEqual([{ memberId: member.id, reason: 'game' }])
    },
  )

  const lost = cases.flatMap(([what, ...rest]) =>
    (['before', 'after'] as const).map((when) => [what, when, ...rest] as const),
  )
  test.each(lost)(
    '%s, and the answer lost %s it was set, is asked for again, the same one',
    async (_, when, send, newcomer, meanwhile) => {
      const member = await newcomer()
      const key = randomUUID()
      if (when === 'before') before = hangUp
      else afterwards = hangUp
      expect(await send(member, key)).toMatchObject(isStillWorkedOn)
      expect(await outcome(member, key)).toEqual({ status: 'unknown', running: true })
      expect(await shown(member)).toMatchObject(meanwhile)
      // Within the minute nobody asks.
      await aMinuteLater(MINUTE - 1)
      await aMinuteLater(1)
      await aMinuteLater()
      expect(told).toHaveLength(3)
      answerAgain()
      await aMinuteLater()
      const account = await expectSettled(member)
      expect(told.map(({ password }) => password)).toEqual(Array.from(told, () => account.password))
      expect(await outcome(member, key)).toEqual({ status: 'done', reply: account })
      await aMinuteLater()
      expect(told).toHaveLength(4)
    },
  )

  test('reset again by the member while its outcome is unknown is the same one, which answers both', async () => {
    const member = await player()
    const keys = [randomUUID(), randomUUID()]
    afterwards = hangUp
    await reset(member, keys[0])
    answerAgain()
    expect(await reset(member)).toMatchObject(refused('REQUEST_LIMIT', 429))
    server.clock.advance(MINUTE)
    expect((await reset(member, keys[1])).status).toBe(200)
    const account = await expectSettled(member)
    expect(told.map(({ password }) => password)).toEqual([account.password, account.password])
    for (const key of keys) expect(await outcome(member, key)).toEqual({ status: 'done', reply: account })
  })

  test.each(cases)('%s in two processes at once, is asked for once', async (_, send, newcomer) => {
    const member = await newcomer()
    const other = programOf(server.context, member.request.token)
    const goOn = hold()
    const first = send(member)
    await expect.poll(() => told).toHaveLength(1)
    expect(await send(other)).toMatchObject(refused('REQUEST_LIMIT', 429))
    goOn()
    expect((await first).status).toBe(200)
    await expectSettled(member)
    expect(told).toHaveLength(1)
  })

  test('that the provider refuses leaves the one before it, and the next is another', async () => {
    const member = await player()
    const { password } = await shown(member)
    const key = randomUUID()
    before = refuse
    for (let tries = 0; tries < 2; tries += 1)
      expect(await reset(member, key)).toMatchObject(refused('SLOT_RESET_PASSWORD_FAIL'))
    expect((await expectSettled(member)).password).toBe(password)
    answerAgain()
    expect((await reset(member)).status).toBe(200)
    const account = await expectSettled(member)
    expect(told.map((one) => one.password)).toEqual([
      expect.not.stringMatching(account.password),
      account.password,
    ])
  })

  test('of an account that the provider refuses to open is none', async () => {
    const member = await server.newMember()
    before = refuse
    expect(await activate(member)).toMatchObject(refused('SLOT_ACTIVATE_FAIL'))
    expect(await isPending(member)).toBe(false)
    expect(await reset(member)).toMatchObject(refused('SLOT_NO_ACCOUNT'))
  })

  test('that is refused after silence leaves it open which one holds, until another one is taken', async () => {
    const member = await player()
    const key = randomUUID()
    afterwards = hangUp
    await reset(member, key)
    const doubtful = atProvider.get(member.id)
    answerAgain()
    before = refuse
    // It may refuse for a while only.
    await aMinuteLater()
    expect(await expectUnconfirmed(member)).toBe(doubtful)
    server.clock.advance(MINUTE)
    expect(await reset(member)).toMatchObject(refused('SLOT_RESET_PASSWORD_FAIL'))
    expect((await outcome(member, key)).status).toBe('failed')
    expect(await isPending(member)).toBe(false)
    expect(await expectUnconfirmed(member)).not.toBe(doubtful)
    answerAgain()
    expect((await reset(member)).status).toBe(200)
    expect((await expectSettled(member)).password).not.toBe(doubtful)
  })

  test('that is refused for a day is asked for no more', async () => {
    const member = await player()
    before = hangUp
    await reset(member)
    before = refuse
    await aMinuteLater(DAY - 1)
    expect(await isPending(member)).toBe(true)
    await aMinuteLater()
    expect(await isPending(member)).toBe(false)
    await expectUnconfirmed(member)
  })

  test.each(cases)(
    '%s by a process that is killed at any step, is the provider’s in the end',
    async (_, send, newcomer) => {
      const begin = async (faults: FaultInjector) => {
        const member = await newcomer()
        const key = randomUUID()
        const program = faultyProgram(server.context, connection, member.request.token, faults)
        await send(program, key).catch(() => undefined)
        // The database notices a broken connection a moment later.
        await new Promise(setImmediate)
        await program.close()
        return { member, key }
      }
      const intact = new FaultInjector()
      await begin(intact)
      const points = Array.from({ length: intact.steps }, (_, at) => at + 1)
      const begun = await Promise.all(points.map((at) => begin(new FaultInjector(at))))
      await aMinuteLater()
      const ends = begun.map(async ({ member, key }) => {
        const answer = await send(member, key)
        expect(answer).toMatchObject({ status: 200, body: await expectSettled(member) })
      })
      await Promise.all(ends)
    },
  )
})
