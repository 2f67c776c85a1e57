import { and, asc, eq, gt, isNull, or, sql } from 'drizzle-orm'
import type { ErrorCode } from '#api/contract/error-codes.ts'
import type { claimCoupon as claimCouponCall, spin as spinCall } from '#api/contract/spinwheel.ts'
import { sessionWith } from '../../auth/sessions.ts'
import { DAY } from '../../clock.ts'
import type { Database } from '../../database/database.ts'
import { inLocale } from '../../database/localized.ts'
import { coupons, spinSlices, spinWheels } from '../../database/schema/spin.ts'
import { readSetting } from '../../database/settings.ts'
import { pendingGoals } from '../../deposits/turnover.ts'
import { operationBy } from '../../http/operations/operation-by.ts'
import type { Begun } from '../../http/operations/operation.ts'
import type { BeginContext, EncodeReply } from '../../http/route.ts'
import { isUuid } from '../../http/uuid.ts'
import { drawSlice } from './draw-slice.ts'

export type SliceRow = typeof spinSlices.$inferSelect

/** For how long a coupon can be claimed, in ms. */
const COUPON_LIFE = 30 * DAY

export async function activeWheel(db: Database) {
  const [wheel] = await db.select().from(spinWheels).where(eq(spinWheels.isActive, true))
  if (!wheel) return null
  const slices = await db
    .select()
    .from(spinSlices)
    .where(eq(spinSlices.wheelId, wheel.id))
    .orderBy(asc(spinSlices.position))
  return { ...wheel, slices }
}

/** How deposits earn coins, and the coins that still need turnover. */
export async function coinTerms(db: Database, memberId: string) {
  const perCoin = await readSetting(db, 'depositPerCoin')
  const { coinTurnoverTimes } = await readSetting(db, 'depositTerms')
  const { reward, toPlay } = await pendingGoals(db, memberId, 'coins')
  if (perCoin === 0 && reward === 0) return {}
  const coinTerms = {
    deposit: perCoin,
    turnoverTimes: coinTurnoverTimes,
    promised: reward,
    toPlay,
  }
  return { coinTerms }
}

export const wheelWithSession = sessionWith({
  wheel: sql<DrawnWheel | null>`(
    select json_build_object('id', id, 'slices', (
      select coalesce(json_agg(json_build_object('code', code, 'label', label, 'weight', weight,
                                               'prizeName', prize_name, 'prizeAmount', prize_amount) order by position), '[]')
        from spin_slices where wheel_id = spin_wheels.id))
      from spin_wheels where is_active)`,
})

interface DrawnWheel {
  id: string
  slices: Pick<SliceRow, 'code' | 'label' | 'weight' | 'prizeName' | 'prizeAmount'>[]
}

/** As `spin_once` sees it. */
const hasPrize = ({ prizeName, prizeAmount }: Pick<SliceRow, 'prizeName' | 'prizeAmount'>) =>
  prizeAmount > 0 || Object.keys(prizeName).length > 0

const spinOnce = operationBy<{ coin: number }>('spin_once')

/** One draw for one coin. A slice with a prize creates a coupon to claim. */
export async function spin(
  context: BeginContext<typeof spinCall, { wheel: DrawnWheel | null }>,
  bodyOf: EncodeReply<typeof spinCall>,
): Promise<Begun> {
  const { app, member, locale, operationId, along } = context
  const forcedSpins = app.providers.sandbox?.forcedSpins
  const refused = (error: ErrorCode) => ({
    status: 200,
    text: bodyOf({ success: false, error, result: null }),
  })
  return spinOnce(context, async (told) => {
    const wheel = told ? await activeWheel(app.db) : along.wheel
    const coin = told?.coin ?? member.coin
    const forced = forcedSpins?.of(member.id)
    const slice = wheel && (wheel.slices.find(({ code }) => code === forced) ?? drawSlice(wheel.slices))
    if (!slice) return { refusal: { code: 'NO_DATA', details: {} }, given: {}, body: '', refused }
    const result = {
      code: slice.code,
      label: inLocale(slice.label, locale),
      remainingCoin: coin - 1,
      hasPrize: hasPrize(slice),
    }
    return {
      given: { wheel: wheel.id, slice: slice.code, coin, operation: operationId, couponLife: COUPON_LIFE },
      body: bodyOf({ success: true, error: null, result }),
      refused,
      afterCommit: [() => forcedSpins?.done(member.id)],
    }
  })
}

const isUnexpired = (now: Date) => or(isNull(coupons.expiresAt), gt(coupons.expiresAt, now))
const isClaimable = (memberId: string) => and(eq(coupons.memberId, memberId), eq(coupons.status, 'claimable'))

export const claimableCoupons = (db: Database, memberId: string, now: Date) =>
  db
    .select()
    .from(coupons)
    .where(and(isClaimable(memberId), isUnexpired(now)))
    .orderBy(asc(coupons.createdAt), asc(coupons.id))

/** Whether there is a wheel to spin, or a coupon that the member can still claim. */
export async function hasWheelOrCoupon(db: Database, memberId: string, now: Date): Promise<boolean> {
  const isActive = eq(spinWheels.isActive, true)
  const [wheel] = await db.select({ id: spinWheels.id }).from(spinWheels).where(isActive).limit(1)
  if (wheel) return true
  const [coupon] = await db
    .select({ id: coupons.id })
    .from(coupons)
    .where(and(isClaimable(memberId), isUnexpired(now)))
    .limit(1)
  return coupon !== undefined
}

/** Valid slice codes; anything else cannot exist here. */
const sliceCode = /^[\w.-]{1,64}$/u

const couponClaim = operationBy('coupon_claim')

/** Pays the coupon that was shown, or the oldest of the slice. */
export function claimCoupon(
  context: BeginContext<typeof claimCouponCall>,
  bodyOf: EncodeReply<typeof claimCouponCall>,
): Promise<Begun> {
  const { app, member, body } = context
  const { coupon, couponId: id } = body
  const isValid = sliceCode.test(coupon) && (id === undefined || isUuid(id))
  return couponClaim(context, () => ({
    refusal: isValid ? undefined : { code: 'INVALID_CODE', details: {} },
    given: { coupon, id },
    body: bodyOf({ success: true, error: null }),
    refused: (error) => ({ status: 200, text: bodyOf({ success: false, error }) }),
    afterCommit: [() => app.realtime.walletChanged(member.id, 'luckydraw')],
  }))
}
