import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { changePassword, resetPassword } from '#api/contract/account.ts'
import { takeBreak } from '#api/contract/limits.ts'
import { getOperation } from '#api/contract/operation.ts'
import { activateGame, getGameAccount, resetGamePassword } from '#api/contract/game-account.ts'
import { grantProof } from '../../auth/one-time-codes.ts'
import { DAY, MINUTE, SECOND } from '../../clock.ts'
import type { Connection } from '../../database/database.ts'
import { games as gameTable, pendingGamePasswords } from '../../database/schema/games.ts'
import { describeOnOne } from '../../database/test-database.ts'
import { FaultInjector } from '../../database/test-fault-injection.ts'
import { runJob } from '../../jobs/run-jobs.ts'
import { settleGamePasswords } from '../../jobs/settle-game-passwords.ts'
import type { GamesProvider } from '../../providers/games.ts'
import { ProviderFailure } from '../../providers/provider-failure.ts'
import { givePassword } from '../limits/test-limits.ts'
import { faultyProgram, programOf } from '../test-crash.ts'
import { newPassword } from './game-account.ts'
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
    ['reset', reset, player, { unconfirmed: 'asking' }],
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

  test('an account that the provider gives to a second member, or without a name, is none, and staff are told', async () => {
    const first = await player()
    const { username: taken } = await shown(first)
    const member = await server.newMember()
    const { openAccount } = games
    for (const username of [taken, '', ' ']) {
      server.logged.length = 0
      games.openAccount = () => Promise.resolve({ username, event: null })
      const answer = await activate(member).finally(() => (games.openAccount = openAccount))
      expect(answer).toMatchObject(refused('SLOT_ACTIVATE_FAIL'))
      expect(await isPending(member)).toBe(false)
      expect(server.logged.join('\n')).toContain('"event":"game-account-refused"')
    }
    expect((await shown(first)).username).toBe(taken)
    expect((await activate(member)).status).toBe(200)
  })

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
      // Within the minute the job does not ask.
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
    await aMinuteLater()
    answerAgain()
    expect((await reset(member, keys[1])).status).toBe(200)
    const account = await expectSettled(member)
    expect(told.map(({ password }) => password)).toEqual(Array(3).fill(account.password))
    for (const key of keys) expect(await outcome(member, key)).toEqual({ status: 'done', reply: account })
  })

  test('that the job asks for cannot be reset meanwhile', async () => {
    const member = await player()
    before = hangUp
    await reset(member)
    const goOn = hold()
    const asked = aMinuteLater()
    await expect.poll(() => told).toHaveLength(2)
    expect(await reset(member)).toMatchObject(refused('REQUEST_LIMIT', 429))
    goOn()
    await asked
    await expectSettled(member)
    expect(told).toHaveLength(2)
  })

  test('that the job has taken is left to the member who was first to ask', async () => {
    const member = await player()
    before = hangUp
    await reset(member)
    server.clock.advance(MINUTE)
    const [taken = ''] = await settleGamePasswords.lease(server.context, 'PG')
    const goOn = hold()
    const sent = reset(member)
    await expect.poll(() => told).toHaveLength(2)
    await settleGamePasswords.work(server.context, taken)
    expect(told).toHaveLength(2)
    goOn()
    expect((await sent).status).toBe(200)
    await expectSettled(member)
  })

  /** What somebody does who must not be followed into the games by who has seen the passwords; the owner of the account goes on with a session of his. */
  const renewals: [
    what: string,
    begin: (member: TestMember, phone: string) => Promise<{ status: number; body: object }>,
    answer: object,
  ][] = [
    ['a break', ({ request }) => request(takeBreak, { body: { kind: 'break', hours: 24 } }), {}],
    ['a self-exclusion', ({ request }) => request(takeBreak, { body: { kind: 'exclusion', months: 6 } }), {}],
    [
      'a changed password',
      ({ request }) =>
        request(changePassword, { body: { oldPassword: 'secret-1', newPassword: 'lotus-river-9' } }),
      { renewedGames: 1 },
    ],
    [
      'a new password by code',
      async (_, phone) => {
        const proof = { phone, purpose: 'reset-password' } as const
        const otpToken = await grantProof(server.db, proof, server.clock.now())
        const body = { username: phone, newPassword: 'lotus-river-9', otpToken }
        return (await server.client())(resetPassword, { body })
      },
      { renewedGames: 1 },
    ],
  ]

  test.each(renewals)('is another after %s, and lets nobody in who has seen it', async (_, begin, answer) => {
    const member = await player()
    const { username: phone } = await givePassword(server, member, 'secret-1')
    const account = await shown(member)
    const signIn = async (password = account.password) =>
      (await server.submitForm('/games/PG', { username: account.username, password: password ?? '' })).status
    expect(await signIn()).toBe(303)
    expect(await begin(member, phone)).toMatchObject({ status: 200, body: answer })
    expect(await signIn()).toBe(401)
    await aMinuteLater(0)
    server.clock.advance(7 * 31 * DAY)
    const settled = await expectSettled({ ...member, request: await server.client(member.id) })
    expect(settled.password).not.toBe(account.password)
    expect(await signIn(settled.password)).toBe(303)
  })

  test('that its provider has not answered is another after a break, and answers the reset', async () => {
    const member = await player()
    const key = randomUUID()
    const { goOn } = await waitInVain(() => reset(member, key))
    const seen = [(await shown(member)).password]
    await member.request(takeBreak, { body: { kind: 'break', hours: 24 } })
    // The provider sets what it was asked for first, and its answer ends nothing.
    goOn()
    await expect.poll(() => atProvider.get(member.id)).toBe(seen[0])
    await aMinuteLater()
    server.clock.advance(DAY)
    const settled = await expectSettled({ ...member, request: await server.client(member.id) })
    expect(seen).not.toContain(settled.password)
    expect(await outcome({ ...member, request: await server.client(member.id) }, key)).not.toMatchObject({
      running: true,
    })
  })

  test('that is another after a changed password is asked on for, also where the member’s own reset is refused', async () => {
    const member = await player()
    await givePassword(server, member, 'secret-1')
    const { password } = await shown(member)
    await member.request(changePassword, {
      body: { oldPassword: 'secret-1', newPassword: 'lotus-river-9' },
    })
    before = refuse
    expect(await reset(member)).toMatchObject(refused('SLOT_RESET_PASSWORD_FAIL'))
    answerAgain()
    await aMinuteLater()
    expect((await expectSettled(member)).password).not.toBe(password)
  })

  test('of a game that is closed is not asked for', async () => {
    const member = await player()
    const open = (enabled: boolean) =>
      server.db.update(gameTable).set({ enabled }).where(eq(gameTable.code, 'PG'))
    await open(false)
    await member.request(takeBreak, { body: { kind: 'break', hours: 24 } })
    await open(true)
    expect(await isPending(member)).toBe(false)
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

  test('that is refused after silence waits on: a reset that hears it ends alone', async () => {
    const member = await player()
    const [first, second] = [randomUUID(), randomUUID()]
    afterwards = hangUp
    await reset(member, first)
    const set = atProvider.get(member.id)
    before = refuse
    for (const key of [second, randomUUID()])
      expect(await reset(member, key)).toMatchObject(refused('SLOT_RESET_PASSWORD_FAIL'))
    expect((await outcome(member, second)).status).toBe('failed')
    await aMinuteLater()
    expect(await outcome(member, first)).toEqual({ status: 'unknown', running: true })
    expect(await shown(member)).toMatchObject({ password: set, unconfirmed: 'asking' })
    answerAgain()
    await aMinuteLater()
    const account = await expectSettled(member)
    expect(account.password).toBe(set)
    expect(await outcome(member, first)).toEqual({ status: 'done', reply: account })
    expect((await outcome(member, second)).status).toBe('failed')
  })

  const days = cases.flatMap(([what, ...rest]) =>
    (['refused', 'silent'] as const).map((how) => [what, how, ...rest] as const),
  )
  test.each(days)(
    '%s, and %s for a day, is asked for no more, and the next is another',
    async (what, how, send, newcomer) => {
      const member = await newcomer()
      const key = randomUUID()
      afterwards = hangUp
      await send(member, key)
      const set = atProvider.get(member.id)
      if (how === 'refused') before = refuse
      await aMinuteLater(DAY - 1)
      expect(await isPending(member)).toBe(true)
      await aMinuteLater()
      expect(await isPending(member)).toBe(false)
      expect(await outcome(member, key)).not.toMatchObject({ running: true })
      const account = await shown(member)
      expect(account).toMatchObject(
        what === 'reset' ? { unconfirmed: 'doubtful' } : { message: 'SLOT_NO_ACCOUNT' },
      )
      expect(account.password).not.toBe(set)
      answerAgain()
      expect((await send(member)).status).toBe(200)
      expect((await expectSettled(member)).password).not.toBe(set)
    },
  )

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

test('a game’s password has letters and digits', () => {
  const passwords = Array.from({ length: 1000 }, newPassword)
  expect(passwords.filter((one) => !/^[a-z](?=.*\d)[a-z\d]{9}$/u.test(one))).toEqual([])
})
