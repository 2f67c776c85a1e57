import { randomUUID } from 'node:crypto'
import AES from 'crypto-js/aes.js'
import { and, eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import {
  confirmLimit,
  confirmTimeLimit,
  getLimits,
  type LimitKind,
  type LimitPeriod,
  setTimeLimit,
} from '#api/contract/limits.ts'
import { transfer, transferAll, withdraw } from '#api/contract/wallet.ts'
import { sendTrueLink } from '#api/contract/true-link.ts'
import { DAY, HOUR } from '../../clock.ts'
import { rowsOf, transact } from '../../database/query.ts'
import { playBreaks } from '../../database/schema/limits.ts'
import { statements } from '../../database/schema/statements.ts'
import { writeSetting, defaultOf } from '../../database/settings.ts'
import { describeOnEach } from '../../database/test-database.ts'
import { openTestServer, refused, type TestMember, type TestServer } from '../test-server.ts'
import { reserveTransfer } from '../transfer/begin-transfer.ts'
import { accountIn, fundsOf, planCollecting, planFilling } from '../transfer/plan-transfers.ts'
import { arrive, askQr, eventsOf, limit, move, newPlayer, playRound, shiftStatement } from './test-limits.ts'

describeOnEach('limits that members set themselves', (open) => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer(open)
  })

  const shown = async ({ request }: TestMember, kind: LimitKind, period: LimitPeriod) =>
    (await request(getLimits)).body.limits.find((one) => one.kind === kind && one.period === period)
  const confirm = ({ request }: TestMember, kind: LimitKind, period: LimitPeriod) =>
    request(confirmLimit, { body: { kind, period } })

  test('a first limit and a lower one hold at once', async () => {
    const member = await newPlayer(server)
    expect((await limit(member, 'deposit', 'day', 1000)).status).toBe(200)
    expect(await shown(member, 'deposit', 'day')).toMatchObject({ amount: 1000, used: 0 })
    await limit(member, 'deposit', 'day', 500)
    expect(await shown(member, 'deposit', 'day')).toMatchObject({ amount: 500 })
    expect(await askQr(member, 500.01)).toMatchObject(refused('DEPOSIT_LIMIT'))
  })

  test('a higher limit, and none, wait for 24 hours and a second yes; the same amount takes it back', async () => {
    const member = await newPlayer(server)
    await limit(member, 'loss', 'week', 100)
    await limit(member, 'loss', 'week', 200)
    const from = new Date(server.clock.now().getTime() + DAY).toISOString()
    expect(await shown(member, 'loss', 'week')).toMatchObject({ amount: 100, raise: { amount: 200, from } })
    server.clock.advance(23 * HOUR)
    // Asking once more does not restart the wait.
    await limit(member, 'loss', 'week', 200)
    expect(await confirm(member, 'loss', 'week')).toMatchObject({
      status: 400,
      body: { message: 'LIMIT_WAIT', until: from },
    })
    server.clock.advance(HOUR)
    expect(await shown(member, 'loss', 'week')).toMatchObject({ amount: 100 })
    expect((await confirm(member, 'loss', 'week')).status).toBe(200)
    const raised = await shown(member, 'loss', 'week')
    expect(raised).toMatchObject({ amount: 200 })
    expect(raised?.raise ?? null).toBeNull()
    expect(await confirm(member, 'loss', 'week')).toMatchObject(refused('NO_DATA'))

    await limit(member, 'loss', 'week', null)
    expect(await shown(member, 'loss', 'week')).toMatchObject({ amount: 200, raise: { amount: null } })
    await limit(member, 'loss', 'week', 200)
    expect((await shown(member, 'loss', 'week'))?.raise ?? null).toBeNull()
    await limit(member, 'loss', 'week', null)
    server.clock.advance(DAY)
    await confirm(member, 'loss', 'week')
    expect((await shown(member, 'loss', 'week'))?.amount ?? null).toBeNull()
    const changes = await eventsOf(server, member, 'limit-changed')
    expect(changes.map(({ subject, before, after }) => [subject, before, after])).toContainEqual([
      'loss:week',
      { amount: 10_000 },
      { amount: 20_000, asked: true },
    ])
  })

  test('the second yes is to what was shown: what another phone has asked for meanwhile needs one of its own', async () => {
    const member = await newPlayer(server)
    const yes = (amount: number | null) =>
      member.request(confirmLimit, { body: { kind: 'loss', period: 'day', amount } })
    await limit(member, 'loss', 'day', 100)
    await limit(member, 'loss', 'day', 200)
    await limit(member, 'loss', 'day', null)
    server.clock.advance(DAY)
    expect(await yes(200)).toMatchObject(refused('NO_DATA'))
    expect(await shown(member, 'loss', 'day')).toMatchObject({ amount: 100, raise: { amount: null } })
    expect((await yes(null)).status).toBe(200)
    expect((await shown(member, 'loss', 'day'))?.amount ?? null).toBeNull()

    const time = (minutes: number) => member.request(setTimeLimit, { body: { period: 'day', minutes } })
    for (const minutes of [10, 20, 600]) await time(minutes)
    server.clock.advance(DAY)
    const moreTime = (minutes: number) =>
      member.request(confirmTimeLimit, { body: { period: 'day', minutes } })
    expect(await moreTime(20)).toMatchObject(refused('NO_DATA'))
    expect((await moreTime(600)).status).toBe(200)
  })

  test('a raise lapses seven days after its 24 hours, as if it had never been asked for', async () => {
    const member = await newPlayer(server)
    await limit(member, 'loss', 'week', 100)
    await limit(member, 'loss', 'week', 200)
    server.clock.advance(8 * DAY - 1)
    expect(await shown(member, 'loss', 'week')).toMatchObject({ amount: 100, raise: { amount: 200 } })
    server.clock.advance(1)
    expect((await shown(member, 'loss', 'week'))?.raise ?? null).toBeNull()
    expect(await confirm(member, 'loss', 'week')).toMatchObject(refused('NO_DATA'))
    // Asked for anew, it waits anew.
    const from = new Date(server.clock.now().getTime() + DAY).toISOString()
    await limit(member, 'loss', 'week', 200)
    expect(await shown(member, 'loss', 'week')).toMatchObject({ amount: 100, raise: { amount: 200, from } })
    expect(await confirm(member, 'loss', 'week')).toMatchObject(refused('LIMIT_WAIT'))
    server.clock.advance(8 * DAY - 1)
    expect((await confirm(member, 'loss', 'week')).status).toBe(200)
    expect(await shown(member, 'loss', 'week')).toMatchObject({ amount: 200 })
  })

  test('the house says which limits are offered; one that was set stays', async () => {
    const member = await newPlayer(server)
    await limit(member, 'loss', 'day', 100)
    await writeSetting(server.db, 'playLimits', { ...defaultOf('playLimits'), loss: false })
    const kinds = (await member.request(getLimits)).body.limits.map(({ kind, period }) => `${kind} ${period}`)
    expect(kinds).toEqual(['deposit day', 'deposit week', 'deposit month', 'loss day'])
    expect(await limit(member, 'loss', 'week', 100)).toMatchObject(refused('KEY_INVALID'))
    expect((await limit(member, 'loss', 'day', 50)).status).toBe(200)
    await writeSetting(server.db, 'playLimits', defaultOf('playLimits'))
  })

  test('a QR code past the limit is refused, with what is left and until when; waiting codes take up room', async () => {
    const member = await newPlayer(server)
    await limit(member, 'deposit', 'day', 1000)
    await limit(member, 'deposit', 'month', 1200)
    expect((await askQr(member, 700)).status).toBe(200)
    const answer = await askQr(member, 400, 'FP')
    const { until } = (await shown(member, 'deposit', 'day'))!
    expect(answer).toMatchObject({
      status: 400,
      body: { message: 'DEPOSIT_LIMIT', reason: 'limit-day', maximum: 300, until },
    })
    expect((await askQr(member, 300, 'FP')).status).toBe(200)
    // Of two limits in the way, the one that is in the way for longer is named. On a month's last day both end at once.
    const month = (await shown(member, 'deposit', 'month'))!
    const reason = month.until === until ? 'limit-day' : 'limit-month'
    expect((await askQr(member, 300, 'PAYTIMZ')).body).toMatchObject({ reason, maximum: 0 })
  })

  test('a code that has expired takes up no room', async () => {
    const member = await newPlayer(server)
    await limit(member, 'deposit', 'month', 1000)
    const first = await askQr(member, 700)
    if (!first.body.hasQrcode) throw new Error('No QR came')
    server.clock.advance(first.body.expireIn - server.clock.now().getTime() - 1)
    expect(await askQr(member, 1000, 'FP')).toMatchObject({
      body: { message: 'DEPOSIT_LIMIT', maximum: 300 },
    })
    server.clock.advance(1)
    expect((await askQr(member, 1000, 'FP')).status).toBe(200)
  })

  test('money that waits for staff takes up room as long as it may still be credited', async () => {
    const member = await newPlayer(server)
    await limit(member, 'deposit', 'day', 1000)
    const reference = randomUUID()
    const row = { memberId: member.id, type: 'deposit', from: 'KBANK', to: 'WALLET', amount: 30_000 } as const
    await server.db.insert(statements).values({ ...row, status: 'PENDING', reference })
    expect(await shown(member, 'deposit', 'day')).toMatchObject({ used: 300 })
    expect(await askQr(member, 700.01)).toMatchObject({ body: { message: 'DEPOSIT_LIMIT', maximum: 700 } })
    await server.db.update(statements).set({ status: 'FAILED' }).where(eq(statements.reference, reference))
    expect(await shown(member, 'deposit', 'day')).toMatchObject({ used: 0 })
    expect((await askQr(member, 1000)).status).toBe(200)
  })

  test('what was deposited yesterday counts for the month, not for the day', async () => {
    const member = await newPlayer(server)
    await arrive(member, 800)
    await shiftStatement(server, member, '1 day')
    await limit(member, 'deposit', 'day', 1000)
    expect((await askQr(member, 1000)).status).toBe(200)
  })

  test('money that arrives all the same is credited, counts and is on record; no more is asked for', async () => {
    const member = await newPlayer(server)
    await limit(member, 'deposit', 'day', 100)
    await arrive(member, 250)
    expect(await member.wallet()).toBe(25_000)
    expect(await shown(member, 'deposit', 'day')).toMatchObject({ used: 250, amount: 100 })
    expect(await askQr(member, 100)).toMatchObject({ body: { message: 'DEPOSIT_LIMIT', maximum: 0 } })
    const [event] = await eventsOf(server, member, 'deposit-over-limit')
    expect(event?.after).toEqual({ amount: 25_000, period: 'day' })
  })

  test('no deposit is asked for during a break, should a session be open', async () => {
    const member = await newPlayer(server)
    const startsAt = server.clock.now()
    const endsAt = new Date(startsAt.getTime() + DAY)
    const soon = { kind: 'break', endsAt: new Date(startsAt.getTime() + HOUR) } as const
    // Of two it is told of the one that lasts longer.
    for (const one of [soon, { kind: 'exclusion', endsAt } as const])
      await server.db.insert(playBreaks).values({ memberId: member.id, startsAt, ...one })
    const onBreak = { body: { message: 'PLAY_BREAK', reason: 'exclusion', until: endsAt.toISOString() } }
    expect(await askQr(member, 100)).toMatchObject(onBreak)
    expect(await sendGift(member)).toMatchObject(onBreak)
  })

  const sendGift = ({ request }: TestMember) => {
    const text = `https://gift.truemoney.com/campaign/?v=${randomUUID().replaceAll('-', '')}::Champa Sandbox`
    const body = { link: AES.encrypt(text, server.context.config.truelinkKey).toString() }
    return request(sendTrueLink, { body })
  }

  test('a gift link is not opened where there is no room at all', async () => {
    const member = await newPlayer(server)
    await limit(member, 'deposit', 'week', 0)
    expect(await sendGift(member)).toMatchObject(refused('DEPOSIT_LIMIT'))
    const other = await newPlayer(server)
    await limit(other, 'deposit', 'week', 1)
    expect((await sendGift(other)).status).toBe(200)
  })

  test('a transfer into a game past the loss limit is refused, and nothing moved; the way back always works', async () => {
    const member = await newPlayer(server, 100_000)
    await limit(member, 'loss', 'day', 300)
    expect((await move(member, 'WALLET', 'PG', 200)).status).toBe(200)
    const { until } = (await shown(member, 'loss', 'day'))!
    const body = { message: 'LOSS_LIMIT', reason: 'limit-day', maximum: 100, until }
    expect(await move(member, 'WALLET', 'JOKER', 100.01)).toMatchObject({ status: 400, body })
    expect(await member.request(transferAll, { body: { to: 'JOKER' } })).toMatchObject({ status: 400, body })
    expect(await member.wallet()).toBe(80_000)
    expect((await move(member, 'PG', 'JOKER', 200)).status).toBe(200)
    expect((await move(member, 'JOKER', 'WALLET', 150)).status).toBe(200)
    expect(await shown(member, 'loss', 'day')).toMatchObject({ used: 50 })
    expect((await move(member, 'WALLET', 'PG', 250)).status).toBe(200)
    expect(await move(member, 'WALLET', 'PG', 1)).toMatchObject(refused('LOSS_LIMIT'))
    expect((await member.request(withdraw, { body: { amount: 550 } })).status).toBe(200)
    await server.expectBalancedLedger()
  })

  test('what was in games before the period comes out first, and gives no room; what is won in it does', async () => {
    const member = await newPlayer(server, 500_000)
    await move(member, 'WALLET', 'PG', 3000)
    await playRound(server, member, 50_000)
    await shiftStatement(server, member, '40 days')
    await limit(member, 'loss', 'day', 100)
    await limit(member, 'loss', 'week', 150)
    await limit(member, 'loss', 'month', 5000)
    // Also while some of it is on its way, there or back.
    expect((await move(member, 'PG', 'JOKER', 500)).status).toBe(200)
    expect((await move(member, 'PG', 'WALLET', 3000)).status).toBe(200)
    for (const period of ['day', 'week', 'month'] as const)
      expect(await shown(member, 'loss', period)).toMatchObject({ used: 0 })
    expect(await move(member, 'WALLET', 'PG', 100.01)).toMatchObject({
      body: { message: 'LOSS_LIMIT', reason: 'limit-day', maximum: 100 },
    })
    expect((await move(member, 'WALLET', 'PG', 100)).status).toBe(200)
    // 500 of the money in games now is older.
    await playRound(server, member, 20_000)
    expect((await move(member, 'JOKER', 'WALLET', 500)).status).toBe(200)
    expect(await shown(member, 'loss', 'day')).toMatchObject({ used: 100 })
    expect((await move(member, 'PG', 'WALLET', 300)).status).toBe(200)
    expect(await shown(member, 'loss', 'day')).toMatchObject({ used: -200 })
    expect((await move(member, 'WALLET', 'PG', 300)).status).toBe(200)
  })

  test('money on its way is where it was: it gives room when it has come back, and what was on its way before is older', async () => {
    const member = await newPlayer(server, 500_000)
    const { context: app, db } = server
    const begin = async (from: 'wallet' | 'PG', amount: number) => {
      const { games } = await fundsOf(db, member.id)
      const pg = games.find(({ code }) => code === 'PG')
      const plan =
        from === 'wallet'
          ? planFilling(amount, member.id, accountIn(games, 'PG'))
          : planCollecting([{ ...pg!, amount }], member.id)
      const operationId = `${member.id}:${randomUUID()}`
      return transact(db, (tx) =>
        reserveTransfer(tx, { app, member, operationId }, { ...plan!, reply: '{}' }),
      )
    }
    const used = async () => (await shown(member, 'loss', 'day'))?.used
    const fail = async (finish: () => Promise<unknown>) => {
      await server.submitForm('/switches', { name: 'game:PG' })
      await finish()
    }
    await move(member, 'WALLET', 'PG', 1000)
    const earlier = await begin('wallet', 20_000)
    await shiftStatement(server, member, '40 days')
    await move(member, 'WALLET', 'PG', 100)
    await move(member, 'PG', 'WALLET', 1000)
    expect(await used()).toBe(100)
    // What began before the day is older, whether it is still on its way or there.
    const back = await begin('PG', 10_000)
    expect(await used()).toBe(100)
    await back()
    expect(await used()).toBe(100)
    await earlier()
    expect(await used()).toBe(100)
    expect((await move(member, 'PG', 'WALLET', 200)).status).toBe(200)
    expect(await used()).toBe(0)
    await fail(await begin('wallet', 5_000))
    expect(await used()).toBe(0)
    await move(member, 'WALLET', 'PG', 50)
    const failing = await begin('PG', 5_000)
    expect(await used()).toBe(50)
    await fail(failing)
    expect(await used()).toBe(50)
    expect(await member.gameBalance('PG')).toBe(5_000)
  })

  test('of several limits that are passed the one that lasts longest says until when, and the tightest how much is left', async () => {
    const member = await newPlayer(server, 100_000)
    for (const [period, amount] of [
      ['month', 300],
      ['day', 100],
      ['week', 200],
    ] as const)
      await limit(member, 'loss', period, amount)
    const endOf = async (period: LimitPeriod) => (await shown(member, 'loss', period))!.until
    const [day, week, month] = [await endOf('day'), await endOf('week'), await endOf('month')]
    const last = (...ends: string[]) => ends.toSorted().at(-1)
    const refusedUntil = (until?: string) => ({
      status: 400,
      body: { message: 'LOSS_LIMIT', maximum: 100, until },
    })
    expect(await move(member, 'WALLET', 'PG', 100.01)).toMatchObject(refusedUntil(day))
    expect(await move(member, 'WALLET', 'PG', 200.01)).toMatchObject(refusedUntil(last(day, week)))
    expect(await move(member, 'WALLET', 'PG', 300.01)).toMatchObject(refusedUntil(last(day, week, month)))
  })

  test('a repeat of a refused transfer gets the same answer; a lower limit holds for what was moved before it', async () => {
    const member = await newPlayer(server, 100_000)
    await move(member, 'WALLET', 'PG', 200)
    await limit(member, 'loss', 'month', 100)
    const [one, all] = [randomUUID(), randomUUID()]
    const sendOne = () =>
      member.request(transfer, { body: { from: 'WALLET', to: 'PG', amount: 1 }, key: one })
    const sendAll = () => member.request(transferAll, { body: { to: 'PG' }, key: all })
    const first = [await sendOne(), await sendAll()].map(({ body }) => body)
    const refusal = { message: 'LOSS_LIMIT', maximum: 0 }
    expect(first).toMatchObject([refusal, refusal])
    // There is room again, and each of them would be performed.
    expect((await move(member, 'PG', 'WALLET', 150)).status).toBe(200)
    expect([await sendOne(), await sendAll()].map(({ body }) => body)).toEqual(first)
    expect(await member.wallet()).toBe(95_000)
  })

  test('a transfer that the game refuses counts for nothing', async () => {
    const member = await newPlayer(server, 100_000)
    await limit(member, 'loss', 'day', 100)
    await server.submitForm('/switches', { name: 'game:PG' })
    expect(await move(member, 'WALLET', 'PG', 100)).toMatchObject(refused('TRANSFER_FAIL'))
    expect((await move(member, 'WALLET', 'PG', 100)).status).toBe(200)
  })

  test('what was spent this week begins again with Monday in Bangkok, to the millisecond', async () => {
    const member = await newPlayer(server, 100_000)
    await move(member, 'WALLET', 'PG', 200)
    const { until } = (await shown(member, 'loss', 'week'))!
    const monday = Date.parse(until) - 7 * DAY
    const movedAt = (at: number) =>
      server.db
        .update(statements)
        .set({ createdAt: new Date(at) })
        .where(and(eq(statements.memberId, member.id), eq(statements.type, 'transfer')))
    await movedAt(monday - 1)
    expect(await shown(member, 'loss', 'week')).toMatchObject({ used: 0 })
    await movedAt(monday)
    expect(await shown(member, 'loss', 'week')).toMatchObject({ used: 200, until })
    await move(member, 'PG', 'WALLET', 50)
    expect(await shown(member, 'loss', 'week')).toMatchObject({ used: 150 })
    await movedAt(Date.parse(until) - 1)
    expect(await shown(member, 'loss', 'week')).toMatchObject({ used: 150 })
  })

  test.each([
    ['day', '2026-03-01T16:59:59.999Z', '2026-02-28T17:00:00Z', '2026-03-01T17:00:00Z'],
    ['day', '2026-03-01T17:00:00.000Z', '2026-03-01T17:00:00Z', '2026-03-02T17:00:00Z'],
    // Monday, 2 March, begins at 17:00 UTC on Sunday.
    ['week', '2026-03-01T16:59:59.999Z', '2026-02-22T17:00:00Z', '2026-03-01T17:00:00Z'],
    ['week', '2026-03-01T17:00:00.000Z', '2026-03-01T17:00:00Z', '2026-03-08T17:00:00Z'],
    ['month', '2026-02-28T16:59:59.999Z', '2026-01-31T17:00:00Z', '2026-02-28T17:00:00Z'],
    ['month', '2026-02-28T17:00:00.000Z', '2026-02-28T17:00:00Z', '2026-03-31T17:00:00Z'],
  ])('a %s in Bangkok that holds %s', async (period, at, start, end) => {
    const [row] = await rowsOf<{ start: string | Date; end: string | Date }>(
      server.db,
      sql`select play_period(${period}, ${at}::timestamptz, 0) as start, play_period(${period}, ${at}::timestamptz, 1) as end`,
    )
    expect([new Date(row!.start), new Date(row!.end)]).toEqual([new Date(start), new Date(end)])
  })
})
