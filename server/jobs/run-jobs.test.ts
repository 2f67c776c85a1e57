import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { eq, inArray, isNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { DAY, HOUR, later, MINUTE, SECOND } from '../clock.ts'
import type { AppContext } from '../context.ts'
import type { Connection } from '../database/database.ts'
import { rateLimits } from '../database/schema/access.ts'
import { sessions } from '../database/schema/members.ts'
import { qrCodes, slips } from '../database/schema/deposits.ts'
import { withdrawals } from '../database/schema/withdrawals.ts'
import { describeOnEach } from '../database/test-database.ts'
import { FaultInjector, openFaultyConnection } from '../database/test-fault-injection.ts'
import { examineSlipsOf } from '../modules/slip/examine-slip.ts'
import { PAYOUT_LEASE } from '../modules/withdraw/payout-inquiry.ts'
import { openTestServer, type TestServer } from '../modules/test-server.ts'
import { cleanUp } from './clean-up.ts'
import { examineSlips } from './examine-slips.ts'
import { expireQrCodes } from './expire-qr-codes.ts'
import { handOverPayouts } from './hand-over-payouts.ts'
import { leaseJob } from './lease.ts'
import { removeOldFiles } from './remove-old-files.ts'
import { removeOldMessages } from './remove-old-messages.ts'
import { type Job, runJob } from './run-jobs.ts'

/** How many payouts one process hands over at a time. */
const LIMIT = 10

describeOnEach('leases', (open) => {
  let server: TestServer
  let connection: Connection
  let other: Connection
  let memberId: string
  beforeAll(async () => {
    server = await openTestServer(async () => (connection = await open()))
    other = openFaultyConnection(connection, new FaultInjector())
    memberId = (await server.newMember()).id
  })
  afterAll(() => other.close())
  beforeEach(async () => {
    await server.db.delete(withdrawals)
    server.logged.length = 0
  })

  type PayOut = AppContext['providers']['bank']['payOut']
  /** A process on the same database, and how it hands payouts over. */
  function processOn({ db }: Pick<Connection, 'db'>, payOut: PayOut): AppContext {
    const { providers } = server.context
    return { ...server.context, db, providers: { ...providers, bank: { ...providers.bank, payOut } } }
  }
  /** Payouts that wait for anybody. */
  async function waitingPayouts(count: number): Promise<string[]> {
    const values = {
      memberId,
      amount: 100,
      bankCode: 'KBANK',
      bankAccountName: 'SOMCHAI',
      bankAccountNo: '1',
      leasedUntil: server.clock.now(),
    }
    const rows = await server.db
      .insert(withdrawals)
      .values(Array.from({ length: count }, () => values))
      .returning({ id: withdrawals.id })
    return rows.map(({ id }) => id).toSorted()
  }
  const notHanded = () => server.db.$count(withdrawals, isNull(withdrawals.handedAt))

  test('two processes at once hand each payout to the bank exactly once, sharing them, some at a time', async () => {
    const ids = await waitingPayouts(35)
    const begun: string[][] = [[], []]
    const atOnce = [0, 0]
    const most = [0, 0]
    const payOut =
      (mine: 0 | 1): PayOut =>
      async ({ reference }) => {
        begun[mine]?.push(reference)
        atOnce[mine] = (atOnce[mine] ?? 0) + 1
        most[mine] = Math.max(most[mine] ?? 0, atOnce[mine])
        // The bank answers nobody before both have taken what they may.
        await vi.waitFor(() => expect(begun.every((one) => one.length >= LIMIT)).toBe(true), {
          timeout: 10_000,
        })
        atOnce[mine] -= 1
      }
    const processes = [processOn(server, payOut(0)), processOn(other, payOut(1))]
    const all = () => Promise.all(processes.map((app) => runJob(app, handOverPayouts)))
    await all()
    expect(begun.flat().toSorted()).toEqual(ids)
    expect(most).toEqual([LIMIT, LIMIT])
    expect(await notHanded()).toBe(0)
    server.clock.advance(DAY)
    await all()
    expect(begun.flat()).toHaveLength(35)
    expect(server.logged.join('\n')).not.toContain('"error"')
  })

  test('what a process that died had taken is taken by another when the lease is over, not before', async () => {
    const ids = await waitingPayouts(3)
    const handed: string[] = []
    const survivor = processOn(other, async ({ reference }) => void handed.push(reference))
    expect((await handOverPayouts.lease(server.context)).toSorted()).toEqual(ids)
    server.clock.advance(PAYOUT_LEASE - 1)
    await runJob(survivor, handOverPayouts)
    expect(handed).toEqual([])
    server.clock.advance(1)
    await runJob(survivor, handOverPayouts)
    expect(handed.toSorted()).toEqual(ids)
  })

  test('while the bank is silent no transaction is open: the one connection serves others', async () => {
    const alone = openFaultyConnection(connection, new FaultInjector(), 1)
    try {
      await waitingPayouts(1)
      let answer = () => {}
      const asked = new Promise<void>((begin) => {
        const silent = processOn(alone, () => {
          begin()
          return new Promise<void>((resolve) => (answer = resolve))
        })
        void runJob(silent, handOverPayouts).then(() => (done = true))
      })
      let done = false
      await asked
      expect(await alone.db.$count(withdrawals)).toBe(1)
      expect(done).toBe(false)
      answer()
      await expect.poll(() => done).toBe(true)
      expect(await notHanded()).toBe(0)
    } finally {
      await alone.close()
    }
  })

  test('one that fails is logged and does not stop the others; it is tried again when its lease is over', async () => {
    const ids = await waitingPayouts(LIMIT + 2)
    const [broken] = ids
    const asked: string[] = []
    let isBroken = true
    const app = processOn(server, async ({ reference }) => {
      asked.push(reference)
      if (isBroken && reference === broken) throw new Error('socket hang up')
    })
    await runJob(app, handOverPayouts)
    expect(asked.toSorted()).toEqual(ids)
    expect(await notHanded()).toBe(1)
    expect(server.logged.map((line) => JSON.parse(line) as object)).toMatchObject([
      { level: 'error', event: 'job-failed', job: 'hand-over-payouts', key: broken },
    ])
    isBroken = false
    await runJob(app, handOverPayouts)
    expect(asked).toHaveLength(LIMIT + 2)
    server.clock.advance(PAYOUT_LEASE)
    await runJob(app, handOverPayouts)
    expect(asked.slice(LIMIT + 2)).toEqual([broken])
    expect(await notHanded()).toBe(0)
  })

  test('a payout that the bank took when the process died is handed over again by the same reference', async () => {
    const [id] = await waitingPayouts(1)
    const taken: string[] = []
    const payOut: PayOut = async ({ reference }) => void taken.push(reference)
    const faults = new FaultInjector()
    const dying = openFaultyConnection(connection, faults)
    const dies = processOn(dying, async (payout) => {
      await payOut(payout)
      faults.step = () => {
        throw new Error('killed')
      }
    })
    await runJob(dies, handOverPayouts)
    await setImmediate()
    await dying.close()
    expect(await notHanded()).toBe(1)
    server.clock.advance(PAYOUT_LEASE)
    await runJob(processOn(server, payOut), handOverPayouts)
    expect(taken).toEqual([id, id])
    expect(await notHanded()).toBe(0)
  })

  test('what is done at intervals is done by one process for all, and again after the interval', async () => {
    const done: string[] = []
    const nightly: Job = {
      name: 'nightly',
      lease: leaseJob('nightly', DAY),
      work: async (_, key) => {
        done.push(key)
        throw new Error('no luck')
      },
    }
    const everywhere = () =>
      Promise.all([server, other, server, other].map(({ db }) => runJob({ ...server.context, db }, nightly)))
    await everywhere()
    expect(done).toEqual(['nightly'])
    server.clock.advance(DAY - 1)
    await everywhere()
    expect(done).toHaveLength(1)
    server.clock.advance(1)
    await everywhere()
    expect(done).toHaveLength(2)
  })

  test.each([removeOldFiles, removeOldMessages])('$name is done once a day', async ({ lease, name }) => {
    expect(await lease(server.context)).toEqual([name])
    server.clock.advance(DAY - 1)
    expect(await lease(server.context)).toEqual([])
    server.clock.advance(1)
    expect(await lease(server.context)).toEqual([name])
  })

  test('what a clock that was ahead has leased is free once it is right; one that was ahead by seconds holds', async () => {
    const [id] = await waitingPayouts(1)
    const nightly = leaseJob('of-a-wrong-clock', DAY)
    const { clock, db } = server
    const file = { filePath: 'none.png', fileHash: '', contentType: 'image/png', size: 1 }
    const createdAt = later(clock.now(), -2 * DAY)
    await db.insert(slips).values({ memberId, reference: 'old', createdAt, leasedUntil: createdAt, ...file })
    const leased = async () => [
      await handOverPayouts.lease(server.context),
      await nightly(server.context),
      await examineSlips.lease(server.context),
    ]
    const all = [[id], ['of-a-wrong-clock'], ['old']]
    clock.advance(30 * DAY)
    expect(await leased()).toEqual(all)
    clock.advance(-30 * DAY)
    expect(await leased()).toEqual(all)
    clock.advance(-5 * SECOND)
    expect(await leased()).toEqual([[], [], []])
    clock.advance(5 * SECOND)
    await db.delete(slips)
  })

  test('a slip that the bank does not know is asked about each minute of its first day, then daily', async () => {
    const now = server.clock.now()
    const file = { filePath: 'none.png', fileHash: '', contentType: 'image/png', size: 1 }
    const slip = (reference: string, age: number, leaseOver: number) => ({
      memberId,
      reference,
      createdAt: later(now, -age),
      leasedUntil: later(now, -leaseOver),
      ...file,
    })
    await server.db
      .insert(slips)
      .values([
        slip('young', HOUR, 0),
        slip('young, being examined', HOUR, -SECOND),
        slip('old', 2 * DAY, HOUR),
        slip('old, not examined today', 2 * DAY, DAY),
      ])
    expect((await examineSlips.lease(server.context)).toSorted()).toEqual([
      'old, not examined today',
      'young',
    ])
    expect(await examineSlips.lease(server.context)).toEqual([])
    server.clock.advance(DAY + MINUTE)
    expect(await examineSlips.lease(server.context)).toHaveLength(4)
    await server.db.delete(slips)
  })

  test('a slip whose turn comes after its lease is left to the process that has taken it since', async () => {
    const { providers, clock } = server.context
    const file = { filePath: 'none.png', fileHash: '', contentType: 'image/png', size: 1 }
    await server.db.insert(slips).values(
      ['first', 'second'].map((reference, n) => ({
        memberId,
        reference,
        bankReference: `014:${reference}`,
        createdAt: later(clock.now(), n),
        leasedUntil: later(clock.now(), MINUTE),
        ...file,
      })),
    )
    const asked: string[] = []
    let answer = () => {}
    const findTransfer = async ({ reference }: { reference: string }) => {
      asked.push(reference)
      if (reference === 'first') await new Promise<void>((resolve) => (answer = resolve))
      return { outcome: 'unknown' } as const
    }
    const app = { ...server.context, providers: { ...providers, bank: { ...providers.bank, findTransfer } } }
    const busy = examineSlipsOf(app, memberId)
    await expect.poll(() => asked).toEqual(['first'])
    server.clock.advance(MINUTE)
    expect((await examineSlips.lease({ ...app, db: other.db })).toSorted()).toEqual(['first', 'second'])
    answer()
    await busy
    expect(asked).toEqual(['first'])
    await examineSlips.work({ ...app, db: other.db }, 'second')
    expect(asked).toEqual(['first', 'second'])
    await server.db.delete(slips)
  })

  test('a code that nobody has paid is marked as expired a day after its time, however many there are', async () => {
    const now = server.clock.now()
    const channel = 'KBANK' as const
    const code = (age: number, who = memberId) => {
      const reference = randomUUID()
      return { memberId: who, channel, amount: 100, reference, payload: '', expiresAt: later(now, -age) }
    }
    const { id: another } = await server.newMember()
    const recent = code(DAY - MINUTE)
    const over = code(DAY + MINUTE, another)
    await server.db.insert(qrCodes).values([recent, over])
    await runJob({ ...server.context, db: other.db }, expireQrCodes)
    const statusOf = async (references: string[]) =>
      (
        await server.db
          .select({ status: qrCodes.status })
          .from(qrCodes)
          .where(inArray(qrCodes.reference, references))
      ).map(({ status }) => status)
    expect(await statusOf([over.reference])).toEqual(['expired'])
    expect(await statusOf([recent.reference])).toEqual(['waiting'])
  })

  test('cleaning takes away all that is over, however much, and nothing else', async () => {
    await server.db.execute(sql`insert into rate_limits (key, count, reset_at)
      select 'over ' || n, 1, now() - interval '1 second' from generate_series(1, 2500) n`)
    await server.db.execute(sql`insert into rate_limits (key, count, reset_at)
      values ('counting', 1, now() + interval '1 hour')`)
    const sessionsBefore = await server.db.$count(sessions)
    // Nor while the clock of the process is years ahead.
    server.clock.advance(3650 * DAY)
    await cleanUp.work(server.context, cleanUp.name)
    server.clock.advance(-3650 * DAY)
    expect(sessionsBefore).toBeGreaterThan(0)
    expect(await server.db.$count(sessions)).toBe(sessionsBefore)
    const keys = await server.db.select({ key: rateLimits.key }).from(rateLimits)
    expect(keys.filter(({ key }) => key.startsWith('over'))).toEqual([])
    expect(keys).toContainEqual({ key: 'counting' })
  })

  test('cleaning that one table refuses is logged, and goes on with the others', async () => {
    await server.db.execute(sql`insert into acts (owner, key, call, body_hash, status, reply, created_at)
      values ('visitor', 'refused', 'transfer', 'hash', 'done', 'reply', now() - interval '2 days')`)
    await server.db.execute(sql`insert into rate_limits (key, count, reset_at)
      values ('over by now', 1, now() - interval '1 second')`)
    await server.db.execute(sql`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'no'; end $$`)
    await server.db.execute(
      sql`create trigger refuse before update on acts for each row execute function refuse()`,
    )
    server.clock.advance(10 * MINUTE)
    await runJob(server.context, cleanUp)
    await server.db.execute(sql`drop trigger refuse on acts`)
    expect(server.logged.join('\n')).toContain('"event":"not-cleaned-up","sweep":"sweepOperations"')
    expect(await server.db.$count(rateLimits, eq(rateLimits.key, 'over by now'))).toBe(0)
  })
})
