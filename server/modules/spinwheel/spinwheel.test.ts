import * as fc from 'fast-check'
import { and, eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { getOperation } from '#api/contract/operation.ts'
import { activateBonus } from '#api/contract/bonus.ts'
import { claimCoupon, getSpinActive, getSpinSetup, listCoupons, spin } from '#api/contract/spinwheel.ts'
import { DAY, later } from '../../clock.ts'
import { coupons, spinSlices, spinWheels } from '../../database/schema/spin.ts'
import { transact } from '../../database/query.ts'
import { describeOnOne } from '../../database/test-database.ts'
import { type TestServer, openTestServer } from '../test-server.ts'
import { creditDeposit } from '../../deposits/credit-deposit.ts'
import { drawSlice } from './draw-slice.ts'

test('every slice wins exactly in proportion to its weight', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(20), { minLength: 1, maxLength: 12 }), (weights) => {
      const slices = weights.map((weight, index) => ({ weight, index }))
      const total = weights.reduce((sum, weight) => sum + weight, 0)
      const wins = weights.map(() => 0)
      for (let n = 0; n < total; n += 1) {
        const { index } = drawSlice(slices, () => n) ?? { index: -1 }
        wins[index] = (wins[index] ?? 0) + 1
      }
      expect(wins).toEqual(weights)
    }),
  )
})

test('without a slice that can win, none wins', () => {
  expect(drawSlice([{ weight: 0 }], () => 0)).toBeNull()
})

describeOnOne('the wheel', (open) => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer(open)
    // Only one slice can win, so that the result of a spin is known.
    await server.db.update(spinSlices).set({ weight: 0 })
    await server.db.update(spinSlices).set({ weight: 1 }).where(eq(spinSlices.code, 'B20'))
  })

  test('a spin costs a coin and gives a coupon, which is paid once', async () => {
    const { request, wallet } = await server.newMember({ wallet: 25_000 })
    expect((await request(getSpinActive)).body).toEqual({ active: true })
    const setup = (await request(getSpinSetup)).body.result
    expect(setup.userCoin).toBe(2)
    expect(setup.activeSpinwheel?.slice.map(({ code }) => code)).toContain('B20')
    expect((await request(spin)).body).toMatchObject({
      success: true,
      result: { code: 'B20', remainingCoin: 1, hasPrize: true },
    })
    expect((await request(listCoupons)).body.coupons).toMatchObject([
      { prize: { slice: { code: 'B20' } }, amount: 20 },
    ])

    const body = { coupon: 'B20' }
    expect((await request(claimCoupon, { body })).body).toMatchObject({ success: true })
    expect((await request(claimCoupon, { body })).body).toMatchObject({
      success: false,
      error: 'NO_CLAIMABLE_COUPON',
    })
    expect(await wallet()).toBe(27_000)
    expect((await request(listCoupons)).body.coupons).toEqual([])
    await server.expectBalancedLedger()
  })

  test('a slice without a prize is said to be one, and gives no coupon', async () => {
    const [blank] = await server.db
      .select()
      .from(spinSlices)
      .where(and(eq(spinSlices.prizeAmount, 0), sql`${spinSlices.prizeName} = '{}'`))
    const { id, request } = await server.newMember({ wallet: 25_000 })
    server.context.providers.sandbox?.forcedSpins.set(id, blank!.code)
    expect((await request(spin)).body).toMatchObject({
      success: true,
      result: { code: blank!.code, hasPrize: false },
    })
    expect((await request(listCoupons)).body.coupons).toEqual([])
  })

  test('a prize that is not money gives a coupon too, for a person to hand over', async () => {
    const prizeName = { th: 'แก้ว', la: 'ຈອກ', en: 'A cup' }
    await server.db.update(spinSlices).set({ prizeName }).where(eq(spinSlices.code, 'NONE1'))
    const { id, request } = await server.newMember({ wallet: 25_000 })
    server.context.providers.sandbox?.forcedSpins.set(id, 'NONE1')
    expect((await request(spin)).body.result).toMatchObject({ code: 'NONE1', hasPrize: true })
    expect((await request(listCoupons)).body.coupons).toMatchObject([{ prize: { slice: { code: 'NONE1' } } }])
    await server.db.update(spinSlices).set({ prizeName: {} }).where(eq(spinSlices.code, 'NONE1'))
  })

  test('simultaneous spins never exceed the coins', async () => {
    const { request } = await server.newMember({ wallet: 20_000 })
    const answers = await Promise.all([request(spin), request(spin), request(spin)])
    expect(answers.filter(({ body }) => body.success)).toHaveLength(2)
    expect((await request(getSpinSetup)).body.result.userCoin).toBe(0)
  })

  test('the same key spins once', async () => {
    const { request } = await server.newMember({ wallet: 20_000 })
    const key = '0c7a3a0e-2d4b-4d6e-9a3c-0f5a0a9d0002'
    expect((await request(spin, { key })).body).toEqual((await request(spin, { key })).body)
    expect((await request(getSpinSetup)).body.result.userCoin).toBe(1)
  })

  test('the weights in the table are the odds: a slice with weight zero is never drawn', async () => {
    await server.db.update(spinSlices).set({ weight: 1 }).where(eq(spinSlices.code, 'B5'))
    const { request } = await server.newMember({ coin: 40 })
    const codes: (string | undefined)[] = []
    for (let n = 0; n < 40; n += 1) codes.push((await request(spin)).body.result?.code)
    await server.db.update(spinSlices).set({ weight: 0 }).where(eq(spinSlices.code, 'B5'))
    // Forty equal results by chance have a probability of one in half a billion.
    expect(new Set(codes)).toEqual(new Set(['B5', 'B20']))
    expect((await request(spin)).body).toMatchObject({ success: false, error: 'MONEY_NOT_ENOUGH' })
  })

  test('a deposit earns a coin per hundred baht once its turnover is met, and only once', async () => {
    const { id, request } = await server.newMember()
    const deposit = (amount: number, operationId: string) =>
      transact(server.db, (tx) => creditDeposit(tx, { memberId: id, amount, operationId, channel: 'KBANK' }))
    const coins = async () => (await request(getSpinSetup)).body.result.userCoin
    await deposit(9_999, `coins:a:${id}`)
    expect(await coins()).toBe(0)
    await Promise.all([deposit(35_000, `coins:b:${id}`), deposit(35_000, `coins:b:${id}`)])
    expect(await coins()).toBe(0)
    await server.play({ id }, 35_000)
    expect(await coins()).toBe(3)
    await server.play({ id }, 70_000)
    expect(await coins()).toBe(3)
    await server.expectBalancedLedger()
  })

  test('a coupon is paid once, even with simultaneous claims', async () => {
    const { request, wallet } = await server.newMember({ wallet: 20_000 })
    await request(spin)
    const claims = Array.from({ length: 5 }, () => request(claimCoupon, { body: { coupon: 'B20' } }))
    const answers = (await Promise.all(claims)).map(({ body }) => body)
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    expect(answers.filter(({ error }) => error === 'NO_CLAIMABLE_COUPON')).toHaveLength(4)
    expect(await wallet()).toBe(22_000)
    await request(spin)
    expect((await request(claimCoupon, { body: { coupon: 'B20' } })).body.success).toBe(true)
    expect(await wallet()).toBe(24_000)
    await server.expectBalancedLedger()
  })

  test('a refused claim has the exact reason', async () => {
    const { id, request, wallet } = await server.newMember({ wallet: 10_000 })
    const claim = async (coupon: string) => (await request(claimCoupon, { body: { coupon } })).body.error
    expect(await claim('B20 or 1=1')).toBe('INVALID_CODE')
    expect(await claim('PHONE')).toBe('INVALID_PRIZE_CODE')
    expect(await claim('B20')).toBe('NO_CLAIMABLE_COUPON')
    await server.db.insert(coupons).values({
      memberId: id,
      sliceCode: 'PHONE',
      label: { en: 'Phone' },
      name: { en: 'A new phone' },
      amount: 0,
    })
    expect(await claim('PHONE')).toBe('INVALID_COUPON_TYPE')
    expect((await request(listCoupons)).body.coupons).toHaveLength(1)
    expect(await wallet()).toBe(10_000)
  })

  test('a prize that is not money keeps back no money of the same slice', async () => {
    const { id, request, wallet } = await server.newMember({ wallet: 10_000 })
    const texts = { label: { en: 'B20' }, name: { en: 'A cup' } }
    const createdAt = later(server.clock.now(), -DAY)
    const prize = { memberId: id, sliceCode: 'B20', amount: 0, createdAt, ...texts }
    await server.db
      .insert(coupons)
      .values([prize, { ...prize, amount: 2_000, createdAt: server.clock.now() }])
    const claim = async () => (await request(claimCoupon, { body: { coupon: 'B20' } })).body
    expect((await claim()).success).toBe(true)
    expect(await wallet()).toBe(12_000)
    expect((await claim()).error).toBe('INVALID_COUPON_TYPE')
  })

  test('the coupon that was confirmed is paid, not an older one of a slice whose prize has changed', async () => {
    const { id, request, wallet } = await server.newMember({ wallet: 10_000 })
    const texts = { memberId: id, sliceCode: 'B20', label: { en: 'B20' }, name: { en: 'Money' } }
    const createdAt = later(server.clock.now(), -DAY)
    await server.db.insert(coupons).values([
      { ...texts, amount: 10_000, createdAt },
      { ...texts, amount: 50_000, createdAt: server.clock.now() },
    ])
    const [older, newer] = (await request(listCoupons)).body.coupons
    const claim = async (couponId: string | undefined, coupon = 'B20') =>
      (await request(claimCoupon, { body: { coupon, couponId } })).body
    expect(newer).toMatchObject({ amount: 500 })
    expect((await claim(newer?.couponId)).success).toBe(true)
    expect(await wallet()).toBe(60_000)
    expect((await claim(newer?.couponId)).error).toBe('NO_CLAIMABLE_COUPON')
    expect((await claim(older?.couponId, 'B5')).error).toBe('NO_CLAIMABLE_COUPON')
    expect((await claim("' or 1=1")).error).toBe('INVALID_CODE')
    const other = await server.newMember({ wallet: 10_000 })
    expect(
      (await other.request(claimCoupon, { body: { coupon: 'B20', couponId: older?.couponId } })).body.error,
    ).toBe('NO_CLAIMABLE_COUPON')
    expect(await wallet()).toBe(60_000)
    expect((await claim(older?.couponId)).success).toBe(true)
    expect(await wallet()).toBe(70_000)
  })

  test('after a lost response the result of a spin is returned by its key, without a second spin', async () => {
    const { request } = await server.newMember({ wallet: 20_000 })
    const key = '0c7a3a0e-2d4b-4d6e-9a3c-0f5a0a9d0003'
    const { body } = await request(spin, { key })
    expect((await request(getOperation, { params: { key } })).body).toEqual({ status: 'done', reply: body })
    expect((await request(getSpinSetup)).body.result.userCoin).toBe(1)
  })

  test('the console can set the result of one member’s next spin', async () => {
    const phone = '0899000123'
    const member = await server.newMember({ wallet: 20_000, username: phone })
    const other = await server.newMember({ wallet: 10_000 })
    const land = async (fields: Record<string, string>) =>
      (await server.submitForm('/wheel/landing', fields)).to.split('flash=')[1]
    expect(await land({ phone, slice: 'B500' })).toBe('aimed')
    expect(await land({ phone, slice: 'B1' })).toBe('unknown')
    const refused = await server.submitForm('/wheel/landing', { phone: '1', slice: 'B500' })
    expect(refused.page).toContain('no member has that phone number')
    expect((await other.request(spin)).body.result?.code).toBe('B20')
    expect((await member.request(spin)).body.result?.code).toBe('B500')
    expect((await member.request(spin)).body.result?.code).toBe('B20')
  })

  test('coupons expire, and cannot be claimed while a bonus is active', async () => {
    const { request } = await server.newMember({ wallet: 10_000 })
    await request(spin)
    const body = { coupon: 'B20' }
    await request(activateBonus, { params: { code: 'WELCOME' } })
    expect((await request(claimCoupon, { body })).body).toMatchObject({ error: 'BONUS_REMAINING' })

    const other = await server.newMember({ wallet: 10_000 })
    await other.request(spin)
    const past = new Date(server.clock.now().getTime() - DAY)
    await server.db.update(coupons).set({ expiresAt: past }).where(eq(coupons.memberId, other.id))
    expect((await other.request(listCoupons)).body.coupons).toEqual([])
    expect((await other.request(claimCoupon, { body })).body).toMatchObject({ error: 'COUPON_EXPIRED' })
  })

  test('a coupon can be claimed for thirty days after its spin, and no longer', async () => {
    const { request, wallet } = await server.newMember({ wallet: 20_000 })
    await request(spin)
    await request(spin)
    const until = later(server.clock.now(), 30 * DAY).toISOString()
    const listed = async () => (await request(listCoupons)).body.coupons.map(({ expiresAt }) => expiresAt)
    const claim = async () => (await request(claimCoupon, { body: { coupon: 'B20' } })).body
    server.clock.advance(29 * DAY)
    expect(await listed()).toEqual([until, until])
    server.clock.advance(DAY - 1)
    expect((await claim()).success).toBe(true)
    expect(await listed()).toEqual([until])
    server.clock.advance(1)
    expect(await listed()).toEqual([])
    expect((await claim()).error).toBe('COUPON_EXPIRED')
    expect(await wallet()).toBe(22_000)
  })

  test('of several coupons of a slice the oldest that is still good is paid', async () => {
    const { id, request, wallet } = await server.newMember({ wallet: 10_000 })
    const texts = { memberId: id, sliceCode: 'B20', label: { en: 'B20' }, name: { en: 'Money' } }
    const coupon = (amount: number, daysOld: number) => ({
      ...texts,
      amount,
      createdAt: later(server.clock.now(), -daysOld * DAY),
      expiresAt: later(server.clock.now(), (30 - daysOld) * DAY),
    })
    const ages = [9, 31, 3, 20, 12, 6]
    await server.db.insert(coupons).values(ages.map((daysOld) => coupon(daysOld * 1_000, daysOld)))
    const paid: number[] = []
    let before = await wallet()
    for (const _ of [20, 12, 9, 6, 3]) {
      await request(claimCoupon, { body: { coupon: 'B20' } })
      const after = await wallet()
      paid.push(after - before)
      before = after
    }
    expect(paid).toEqual([20_000, 12_000, 9_000, 6_000, 3_000])
    expect((await request(claimCoupon, { body: { coupon: 'B20' } })).body.error).toBe('COUPON_EXPIRED')
  })

  test('without a wheel there are no spins, and its page is there for who has something to claim', async () => {
    const winner = await server.newMember({ wallet: 10_000 })
    await winner.request(spin)
    await server.db.update(spinWheels).set({ isActive: false })
    const shown = async () => (await winner.request(getSpinActive)).body.active
    expect(await shown(), 'the page has the coupons too').toBe(true)
    expect((await winner.request(claimCoupon, { body: { coupon: 'B20' } })).body.success).toBe(true)
    expect(await shown()).toBe(false)
    const { request } = await server.newMember({ wallet: 10_000 })
    expect((await request(getSpinActive)).body).toEqual({ active: false })
    expect((await request(getSpinSetup)).body.result).toMatchObject({ activeSpinwheel: null, userCoin: 1 })
    expect((await request(spin)).body).toMatchObject({ success: false, error: 'NO_DATA' })
  })
})
