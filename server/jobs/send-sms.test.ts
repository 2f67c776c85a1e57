import { randomUUID } from 'node:crypto'
import { eq, isNull } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { resetPassword, updateProfile } from '#api/contract/account.ts'
import { addBankAccount } from '#api/contract/bank-account.ts'
import { login } from '#api/contract/login.ts'
import { addPasskey, beginPasskey } from '#api/contract/passkey.ts'
import { grantProof, type OtpPurpose } from '../auth/one-time-codes.ts'
import { createAuthenticator } from '../auth/test-authenticator.ts'
import { DAY, HOUR, later, MINUTE, SECOND } from '../clock.ts'
import type { Connection } from '../database/database.ts'
import { transact } from '../database/query.ts'
import { smsToSend } from '../database/schema/access.ts'
import { members } from '../database/schema/members.ts'
import { describeOnOne } from '../database/test-database.ts'
import { FaultInjector } from '../database/test-fault-injection.ts'
import { readQueues } from '../modules/health/queues.ts'
import { exclude, pause, player } from '../modules/limits/test-breaks.ts'
import { faultyProgram } from '../modules/test-crash.ts'
import { openTestServer, type TestServer } from '../modules/test-server.ts'
import { momentInSms, queueSms } from '../push/queue-sms.ts'
import { sweepAll } from './clean-up.ts'
import { runJob } from './run-jobs.ts'
import { sendQueuedSms } from './send-sms.ts'

const origin = 'https://champa.example'
const newPassword = 'petal-and-river-9'
let persons = 0

describeOnOne('SMS about changes', (open) => {
  let server: TestServer
  let connection: Connection
  /** What the gateway took. */
  let taken: { to: string; text: string }[] = []
  let isOpen = true
  beforeAll(async () => {
    server = await openTestServer(async () => (connection = await open()), { PUBLIC_ORIGIN: origin })
    // A row may be leased from the database's time of its writing on. The test's clock stands still, at a time before that.
    server.clock.advance(MINUTE)
    server.context.providers.sms.send = async (sms) => {
      if (!isOpen) throw new Error('no credit')
      taken.push(sms)
    }
  })
  beforeEach(async () => {
    await server.db.delete(smsToSend)
    taken = []
    isOpen = true
    server.logged.length = 0
  })

  const send = () => runJob(server.context, sendQueuedSms)
  const queued = () => server.db.select().from(smsToSend)
  const logged = (event: string) => server.logged.filter((line) => line.includes(`"${event}"`))

  type Player = Awaited<ReturnType<typeof player>>
  const prove = ({ username }: Player, purpose: OtpPurpose) =>
    grantProof(server.db, { phone: username, purpose }, server.clock.now())
  const bankOf = ({ account }: Player) => ({
    bankCode: 'SCB',
    bankAccountName: 'SOMCHAI',
    bankAccountNo: account,
  })
  const changes: Record<string, (member: Player) => Promise<{ status: number }>> = {
    'a passkey': async ({ request }) => {
      const options = await request(beginPasskey, { body: {} })
      const { credential } = createAuthenticator(origin).makePasskey(options.body, {})
      return request(addPasskey, { body: { name: 'thief', credential } })
    },
    'a password reset': async (member) => {
      const otpToken = await prove(member, 'reset-password')
      return (await server.client())(resetPassword, {
        body: { username: member.username, otpToken, newPassword },
      })
    },
    'a self-exclusion': (member) => exclude(member),
    'another bank account': async (member) => {
      const body = { name: 'Somchai', ...bankOf(member), otpToken: await prove(member, 'bank-account') }
      return member.request(updateProfile, { body })
    },
    'a bank account more': async (member) => {
      const otpToken = await prove(member, 'bank-account')
      return member.request(addBankAccount, { body: { ...bankOf(member), otpToken } })
    },
    'a new device': async ({ id, username }) => {
      const createdAt = later(server.clock.now(), -2 * DAY)
      await server.db.update(members).set({ createdAt }).where(eq(members.id, id))
      return (await server.client())(login, { body: { username, password: 'secret-1' } })
    },
  }

  test.each(Object.entries(changes))(
    'a gateway that refuses is asked again, and takes the message once: %s',
    async (_, change) => {
      const member = await player(server)
      isOpen = false
      expect((await change(member)).status).toBe(200)
      await send()
      isOpen = true
      // Not before the pause is over.
      await send()
      expect(taken).toEqual([])
      expect(logged('sms-not-sent')).toHaveLength(1)
      server.clock.advance(30 * SECOND)
      await Promise.all([send(), send()])
      await send()
      expect(taken).toEqual([{ to: member.username, text: expect.any(String) }])
      expect(server.logged.join('\n')).not.toContain(member.username)
    },
  )

  test('a short break is not told', async () => {
    expect((await pause(await player(server))).status).toBe(200)
    expect(await queued()).toEqual([])
  })

  test('a program that dies about the commit has queued the message of what it changed, and of nothing else', async () => {
    const diesAt = async (step: number) => {
      persons += 1
      const username = `0899${String(persons).padStart(6, '0')}`
      const { id } = await server.newMember({ username })
      const proof = { phone: username, purpose: 'reset-password' } as const
      const otpToken = await grantProof(server.db, proof, server.clock.now())
      const faults = new FaultInjector(step)
      const faulty = faultyProgram(server.context, connection, '', faults)
      await faulty.request(resetPassword, { body: { username, otpToken, newPassword } })
      await faulty.close()
      const [member] = await server.db.select().from(members).where(eq(members.id, id))
      const told = await server.db.$count(smsToSend, eq(smsToSend.phone, username))
      return { steps: faults.steps, isChanged: member?.passwordHash !== '', told }
    }
    const { steps } = await diesAt(Infinity)
    const ends = []
    for (let step = steps - 4; step <= steps; step += 1) ends.push(await diesAt(step))
    for (const { isChanged, told } of ends) expect(told).toBe(Number(isChanged))
    expect(new Set(ends.map(({ isChanged }) => isChanged)).size).toBe(2)
  })

  test('what a process had taken when it died is sent by another', async () => {
    await exclude(await player(server))
    expect(await sendQueuedSms.lease(server.context)).toHaveLength(1)
    await send()
    expect(taken).toEqual([])
    server.clock.advance(MINUTE)
    await send()
    expect(taken).toHaveLength(1)
  })

  test('a repeat of the key tells nothing twice', async () => {
    const { username } = await player(server)
    const otpToken = await grantProof(
      server.db,
      { phone: username, purpose: 'reset-password' },
      server.clock.now(),
    )
    const visitor = await server.client()
    const key = randomUUID()
    const reset = () => visitor(resetPassword, { body: { username, otpToken, newPassword }, key })
    const first = await reset()
    expect(await reset()).toMatchObject({ status: 200, body: first.body })
    await send()
    expect(taken).toHaveLength(1)
  })

  test('a transaction that is rolled back tells nothing', async () => {
    await transact(server.db, async (tx) => {
      await queueSms(tx, { to: '0811111111', text: 'changed' })
      throw new Error('rolled back')
    }).catch(() => undefined)
    await send()
    expect(taken).toEqual([])
  })

  test('a gateway that is silent is waited for half a minute, and the message is sent again', async () => {
    let asked = 0
    const silence = () => {
      asked += 1
      return new Promise<void>(() => {})
    }
    const silent = { ...server.context.providers, sms: { send: silence } }
    await queueSms(server.db, { to: '0811111111', text: 'changed' })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const sent = runJob({ ...server.context, providers: silent }, sendQueuedSms)
      await vi.waitFor(() => expect(asked).toBe(1))
      vi.advanceTimersByTime(30 * SECOND)
      await sent
    } finally {
      vi.useRealTimers()
    }
    expect(logged('sms-not-sent')).toHaveLength(1)
    server.clock.advance(30 * SECOND)
    await send()
    expect(taken).toHaveLength(1)
  })

  test('the pauses double up to an hour; a message of three days that is refused is given up, and says so', async () => {
    await queueSms(server.db, { to: '0811111111', text: 'changed' })
    isOpen = false
    const pauses = []
    for (let n = 0; n < 9; n += 1) {
      await send()
      const [row] = await queued()
      const leasedUntil = row?.leasedUntil ?? server.clock.now()
      pauses.push(leasedUntil.getTime() - server.clock.now().getTime())
      server.clock.advance(pauses.at(-1) ?? 0)
    }
    expect(pauses.map((pause) => pause / SECOND)).toEqual([30, 60, 120, 240, 480, 960, 1920, 3600, 3600])
    await server.db.update(smsToSend).set({ createdAt: later(new Date(), -3 * DAY + HOUR) })
    await send()
    expect(logged('sms-given-up')).toEqual([])
    server.clock.advance(HOUR)
    await server.db.update(smsToSend).set({ createdAt: later(new Date(), -3 * DAY) })
    await send()
    const [row] = await queued()
    expect(logged('sms-given-up')).toMatchObject([expect.stringContaining(`"id":"${row?.id}"`)])
    expect(row?.doneAt).toEqual(server.clock.now())
    isOpen = true
    server.clock.advance(HOUR)
    await send()
    expect(taken).toEqual([])
  })

  test('a message that is older, because no server ran, is sent all the same', async () => {
    await queueSms(server.db, { to: '0811111111', text: 'changed' })
    await server.db.update(smsToSend).set({ createdAt: later(new Date(), -5 * DAY) })
    await send()
    expect(taken).toHaveLength(1)
  })

  test('a message that comes 30 hours late names the moment at which the hold ended', async () => {
    const member = await player(server)
    const changedAt = server.clock.now()
    expect((await changes['a bank account more']?.(member))?.status).toBe(200)
    server.clock.advance(30 * HOUR)
    await send()
    const end = momentInSms(later(changedAt, DAY))
    expect(taken).toMatchObject([{ text: expect.stringContaining(`พักไว้ถึง ${end} น.`) }])
  })

  test('the queue’s age is that of the gateway: a phone that takes none is no alarm while others do', async () => {
    const now = server.clock.now()
    const phone = '0811111111'
    const put = (createdAt: number, doneAt?: number) =>
      server.db.insert(smsToSend).values({
        phone,
        text: 'changed',
        createdAt: later(now, -createdAt),
        doneAt: doneAt === undefined ? null : later(now, -doneAt),
      })
    const oldest = async () => (await readQueues(server.db, now)).find(({ name }) => name === 'sms')
    await put(5 * HOUR)
    await put(4 * HOUR)
    expect(await oldest()).toMatchObject({ size: 2, oldest: (5 * HOUR) / SECOND })
    // Given up, not taken.
    await put(3 * DAY + MINUTE, MINUTE)
    expect(await oldest()).toMatchObject({ size: 2, oldest: (5 * HOUR) / SECOND })
    await put(6 * HOUR, 2 * HOUR)
    expect(await oldest()).toMatchObject({ size: 2, oldest: (2 * HOUR) / SECOND })
    await server.db.delete(smsToSend).where(isNull(smsToSend.doneAt))
    await put(MINUTE)
    expect(await oldest()).toMatchObject({ size: 1, oldest: MINUTE / SECOND })
  })

  test('what is done is deleted after a week; what waits stays', async () => {
    for (const text of ['old', 'new', 'waits']) await queueSms(server.db, { to: '0811111111', text })
    const now = server.clock.now()
    const createdAt = later(now, -30 * DAY)
    await server.db.update(smsToSend).set({ createdAt })
    for (const [text, age] of [
      ['old', 7 * DAY + 1],
      ['new', 7 * DAY - 1],
    ] as const)
      await server.db
        .update(smsToSend)
        .set({ doneAt: later(now, -age) })
        .where(eq(smsToSend.text, text))
    await sweepAll(server.context, now)
    expect((await queued()).map(({ text }) => text).toSorted()).toEqual(['new', 'waits'])
  })
})
