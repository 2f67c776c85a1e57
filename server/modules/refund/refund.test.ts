import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { activateBonus, clearBonus } from '#api/contract/bonus.ts'
import { addRefundToWallet, checkRefund, listRefunds, receiveRefund } from '#api/contract/refund.ts'
import { transferAll } from '#api/contract/wallet.ts'
import { activateGame } from '#api/contract/game-account.ts'
import { transact } from '../../database/query.ts'
import { refunds } from '../../database/schema/rewards.ts'
import { settings } from '../../database/schema/site.ts'
import { describeOnOne } from '../../database/test-database.ts'
import { reportResult } from '../games/report-result.ts'
import { type TestServer, openTestServer, refused } from '../test-server.ts'

describeOnOne('refunds', (open) => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer(open)
  })

  async function player() {
    const member = await server.newMember({ wallet: 100_000 })
    await member.request(activateGame, { params: { slot: 'PG' } })
    await member.request(transferAll, { body: { to: 'PG' } })
    const play = (amount: number) =>
      transact(server.db, (tx) =>
        reportResult(
          tx,
          { memberId: member.id, gameCode: 'PG', amount, round: randomUUID() },
          server.clock.now(),
        ),
      )
    return { ...member, play }
  }

  const rule = (values: object) => {
    const value = { enabled: true, percent: 5, minimum: 1, banners: [], ...values }
    return server.db.update(settings).set({ value }).where(eq(settings.key, 'refund'))
  }

  test('five percent of the net loss is settled and then paid, once', async () => {
    const { request, wallet, play } = await player()
    expect((await request(checkRefund)).body).toMatchObject({ result: false, refundAmount: 0 })
    expect(await request(receiveRefund)).toMatchObject(refused('NO_REFUND'))
    await play(-30_000)
    await play(10_000)
    expect((await request(checkRefund)).body).toMatchObject({ result: true, bonus: false, refundAmount: 10 })
    expect(await request(addRefundToWallet)).toMatchObject(refused('NO_REFUND'))

    const done = { refundAmount: 10, message: 'REFUND_SUCCESS' }
    expect((await request(receiveRefund)).body).toEqual(done)
    await play(-5_000)
    expect((await request(receiveRefund)).body).toEqual(done)
    expect((await request(checkRefund)).body).toMatchObject({ result: true, refundAmount: 10 })
    expect((await request(addRefundToWallet)).body).toEqual(done)
    expect(await request(addRefundToWallet)).toMatchObject(refused('NO_REFUND'))
    expect(await wallet()).toBe(1_000)
    expect((await request(checkRefund)).body).toMatchObject({ result: true, refundAmount: 2.5 })
    const { body } = await request(listRefunds, { body: { page: 1, limit: 10 } })
    expect(body).toMatchObject({ total: 1, refunds: [{ refundAmount: 10 }] })
    await server.expectBalancedLedger()
  })

  test('each refund is of what was lost since the one before, and parts of a satang are not paid', async () => {
    const { request, wallet, play } = await player()
    for (const [lost, refundAmount] of [
      [10_019, 5],
      [20_000, 10],
      [4_039, 2.01],
    ] as const) {
      await play(-lost)
      expect((await request(checkRefund)).body).toMatchObject({ refundAmount })
      expect((await request(receiveRefund)).body).toMatchObject({ refundAmount })
      expect((await request(addRefundToWallet)).body).toMatchObject({ refundAmount })
    }
    expect(await wallet()).toBe(1_701)
  })

  test('the text says in the member’s language what there is to receive, or why there is nothing', async () => {
    const { request, play } = await player()
    const info = async (cookie = '') => (await request(checkRefund, { headers: { cookie } })).body.info
    expect(await info('locale=EN')).toContain('nothing to claim yet')
    await play(-10_000)
    expect(await info('locale=EN')).toBe('5% of your net losses in games since the last cashback.')
    expect(await info('locale=LA')).toMatch(/\p{Script=Lao}/u)
    expect(await info('locale=XX')).toMatch(/\p{Script=Thai}/u)
    await rule({ minimum: 501 })
    expect(await info('locale=EN')).toBe('You can claim it from 5.01 baht.')
    await rule({ enabled: false })
    expect(await info('locale=EN')).toContain('closed')
    await rule({})
    await request(activateBonus, { params: { code: 'WELCOME' } })
    expect(await info('locale=EN')).toContain('bonus is still active')
  })

  test('the list has ten refunds per page, newest first, and only the member’s own', async () => {
    const { id, request } = await server.newMember()
    const values = Array.from({ length: 12 }, (_, n) => {
      const paidAt = new Date(server.clock.now().getTime() + n)
      return { memberId: id, amount: n + 1, status: 'paid', uptoResultId: n, paidAt } as const
    })
    await server.db.insert(refunds).values(values)
    const page = async (number: number) => {
      const { body } = await request(listRefunds, { body: { page: number, limit: 10 } })
      return [body.total, body.refunds.map(({ refundAmount }) => Math.round(refundAmount * 100))]
    }
    expect(await page(1)).toEqual([12, [12, 11, 10, 9, 8, 7, 6, 5, 4, 3]])
    expect(await page(2)).toEqual([12, [2, 1]])
    expect(await page(3)).toEqual([12, []])
    const stranger = await server.newMember()
    expect((await stranger.request(listRefunds, { body: { page: 1, limit: 10 } })).body.total).toBe(0)
  })

  test('members who have won get none', async () => {
    const { request, play } = await player()
    await play(-10_000)
    await play(20_000)
    expect(await request(receiveRefund)).toMatchObject(refused('NO_REFUND'))
  })

  test('it is refused while a bonus is active, below the minimum, or after the site has stopped refunds', async () => {
    const { request, play } = await player()
    await play(-10_000)
    await rule({ minimum: 501 })
    expect((await request(checkRefund)).body).toMatchObject({ result: false, refundAmount: 5 })
    const tooLittle = { message: 'REFUND_MINIMUM', reason: 'below-minimum', minimum: 5.01 }
    expect(await request(receiveRefund)).toMatchObject({ status: 400, body: tooLittle })
    await rule({ enabled: false })
    expect((await request(checkRefund)).body).toMatchObject({ result: false })
    expect(await request(receiveRefund)).toMatchObject(refused('REFUND_INACTIVE'))
    expect(await request(addRefundToWallet)).toMatchObject(refused('REFUND_INACTIVE'))
    await rule({})
    await request(activateBonus, { params: { code: 'WELCOME' } })
    expect((await request(checkRefund)).body).toMatchObject({ bonus: true })
    expect(await request(receiveRefund)).toMatchObject(refused('REFUND_CONDITION'))
    expect(await request(addRefundToWallet)).toMatchObject(refused('REFUND_CONDITION'))
  })

  test('the minimum itself is enough, and what is settled is paid also under a higher one', async () => {
    const { request, wallet, play } = await player()
    await play(-10_000)
    await rule({ minimum: 500 })
    expect((await request(checkRefund)).body).toMatchObject({ result: true, refundAmount: 5 })
    expect((await request(receiveRefund)).status).toBe(200)
    await rule({ minimum: 501 })
    expect((await request(checkRefund)).body).toMatchObject({ result: true, refundAmount: 5 })
    expect((await request(receiveRefund)).body).toMatchObject({ refundAmount: 5 })
    expect((await request(addRefundToWallet)).status).toBe(200)
    expect(await wallet()).toBe(500)
    await rule({})
  })

  test('losses are settled by the share that was shown, or not at all; what is pending keeps its amount', async () => {
    const { request, wallet, play } = await player()
    await play(-30_000)
    const { terms, refundAmount } = (await request(checkRefund)).body
    expect([typeof terms, refundAmount]).toEqual(['string', 15])
    await rule({ percent: 1 })
    const late = await request(receiveRefund, { params: { terms } })
    expect(late).toMatchObject({
      status: 400,
      body: { message: 'REFUND_CONDITION', reason: 'terms-changed' },
    })
    await rule({})
    expect((await request(receiveRefund, { params: { terms } })).body).toMatchObject({ refundAmount: 15 })
    await rule({ percent: 1 })
    expect((await request(checkRefund)).body).not.toHaveProperty('terms')
    expect((await request(receiveRefund, { params: { terms } })).body).toMatchObject({ refundAmount: 15 })
    expect((await request(addRefundToWallet)).status).toBe(200)
    expect(await wallet()).toBe(1_500)
    await rule({})
  })

  test('a refund interrupted between its two steps waits, even during a bonus, and the next attempt pays it', async () => {
    const { request, wallet, play } = await player()
    await play(-20_000)
    await request(receiveRefund)
    await request(activateBonus, { params: { code: 'WELCOME' } })
    expect((await request(checkRefund)).body).toMatchObject({ result: true, bonus: true, refundAmount: 10 })
    expect(await request(addRefundToWallet)).toMatchObject(refused('REFUND_CONDITION'))
    await request(transferAll, { body: { to: 'PG' } })
    await play(-90_000)
    expect((await request(clearBonus)).status).toBe(200)
    expect((await request(checkRefund)).body).toMatchObject({ result: true, bonus: false, refundAmount: 10 })
    expect((await request(receiveRefund)).body).toMatchObject({ refundAmount: 10 })
    expect((await request(addRefundToWallet)).body).toMatchObject({ refundAmount: 10 })
    expect(await wallet()).toBe(1_000)
    await server.expectBalancedLedger()
  })

  test('simultaneous repeats of both steps settle and pay once', async () => {
    const { request, wallet, play } = await player()
    await play(-20_000)
    const settled = await Promise.all([request(receiveRefund), request(receiveRefund)])
    expect(settled.map(({ body }) => body.refundAmount)).toEqual([10, 10])
    const paid = await Promise.all([request(addRefundToWallet), request(addRefundToWallet)])
    expect(paid.map(({ body }) => body.message).sort((a, b) => a.localeCompare(b))).toEqual([
      'NO_REFUND',
      'REFUND_SUCCESS',
    ])
    expect(await wallet()).toBe(1_000)
  })

  test('a repeated step gets the first reply and pays nothing more', async () => {
    const { request, wallet, play } = await player()
    await play(-20_000)
    await request(receiveRefund)
    const key = randomUUID()
    const first = await request(addRefundToWallet, { key })
    await play(-20_000)
    await request(receiveRefund)
    expect((await request(addRefundToWallet, { key })).body).toEqual(first.body)
    expect(await wallet()).toBe(1_000)
    expect((await request(checkRefund)).body).toMatchObject({ result: true, refundAmount: 10 })
  })
})
