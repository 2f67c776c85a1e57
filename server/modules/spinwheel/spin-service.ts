import { and, asc, eq, gt, isNull, or } from 'drizzle-orm'
import type { ErrorCode } from '#api/contract/error-codes.ts'
import { DAY, later } from '../../clock.ts'
import type { Database } from '../../database/database.ts'
import { coupons, spins, spinSlices, spinWheels } from '../../database/schema/spin.ts'
import { activeRewardOf } from '../bonus/active-reward.ts'
import { payReward } from '../bonus/bonus-service.ts'
import { moveCoins } from '../../ledger/coins.ts'
import { drawSlice } from './draw-slice.ts'

export type SliceRow = typeof spinSlices.$inferSelect

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

export type Spun = { ok: true; slice: SliceRow; remainingCoin: number } | { ok: false; error: ErrorCode }

interface Spin {
  memberId: string
  operationId: string
  now: Date
  /** The slice forced by the sandbox's console. */
  forcedSlice?: string | undefined
}

/** One draw for one coin. A slice with a prize creates a coupon to claim. */
export async function spinOnce(
  db: Database,
  { memberId, operationId, now, forcedSlice }: Spin,
): Promise<Spun> {
  const wheel = await activeWheel(db)
  const slice = wheel && (wheel.slices.find(({ code }) => code === forcedSlice) ?? drawSlice(wheel.slices))
  if (!wheel || !slice) return { ok: false, error: 'NO_DATA' }
  const remainingCoin = await moveCoins(db, memberId, -1, `spin:${operationId}`)
  if (remainingCoin === null) return { ok: false, error: 'MONEY_NOT_ENOUGH' }
  const [spin] = await db
    .insert(spins)
    .values({ memberId, wheelId: wheel.id, sliceCode: slice.code, remainingCoin, createdAt: now })
    .returning({ id: spins.id })
  if (slice.prizeAmount > 0 || Object.keys(slice.prizeName).length > 0) {
    await db.insert(coupons).values({
      memberId,
      spinId: spin?.id,
      sliceCode: slice.code,
      label: slice.label,
      name: slice.prizeName,
      amount: slice.prizeAmount,
      expiresAt: later(now, COUPON_LIFE),
      createdAt: now,
    })
  }
  return { ok: true, slice, remainingCoin }
}

const isUnexpired = (now: Date) => or(isNull(coupons.expiresAt), gt(coupons.expiresAt, now))
const isClaimable = (memberId: string) => and(eq(coupons.memberId, memberId), eq(coupons.status, 'claimable'))

export const claimableCoupons = (db: Database, memberId: string, now: Date) =>
  db
    .select()
    .from(coupons)
    .where(and(isClaimable(memberId), isUnexpired(now)))
    .orderBy(asc(coupons.createdAt), asc(coupons.id))

/** Valid slice codes; anything else cannot exist here. */
const sliceCode = /^[\w.-]{1,64}$/u

/** Pays the oldest coupon of the slice. Returns satang, or the code of the refusal. */
export async function claimCoupon(
  db: Database,
  memberId: string,
  code: string,
  now: Date,
): Promise<number | ErrorCode> {
  if (!sliceCode.test(code)) return 'INVALID_CODE'
  const mine = await db
    .select()
    .from(coupons)
    .where(and(isClaimable(memberId), eq(coupons.sliceCode, code)))
    .orderBy(asc(coupons.createdAt), asc(coupons.id))
  if (mine.length === 0) return (await isSlice(db, code)) ? 'NO_CLAIMABLE_COUPON' : 'INVALID_PRIZE_CODE'
  const coupon = mine.find(({ expiresAt }) => expiresAt === null || expiresAt > now)
  if (!coupon) return 'COUPON_EXPIRED'
  // A prize that is not money is handed over by a person.
  if (coupon.amount === 0) return 'INVALID_COUPON_TYPE'
  if (await activeRewardOf(db, memberId)) return 'BONUS_REMAINING'
  await db.update(coupons).set({ status: 'claimed', claimedAt: now }).where(eq(coupons.id, coupon.id))
  await payReward(db, memberId, coupon.amount, `coupon:${coupon.id}`, 'luckydraw')
  return coupon.amount
}

async function isSlice(db: Database, code: string): Promise<boolean> {
  const [slice] = await db.select().from(spinSlices).where(eq(spinSlices.code, code)).limit(1)
  return slice !== undefined
}
