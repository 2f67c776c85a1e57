import { and, eq, gt, lte } from 'drizzle-orm'
import { type QrChannel, qrChannelTable } from '#api/contract/qr-channels.ts'
import { later, MINUTE } from '../../clock.ts'
import type { AppContext } from '../../context.ts'
import type { Database } from '../../database/database.ts'
import { qrCodes } from '../../database/schema/deposits.ts'
import { refuseOverLimit } from '../../deposits/deposit-limit.ts'
import { ApiError, outOfRange } from '../../http/api-error.ts'
import { mapProviderFailure } from '../../providers/map-provider-failure.ts'
import { readSetting } from '../../database/settings.ts'
import { newQrReference } from './qr-reference.ts'

export type QrRow = typeof qrCodes.$inferSelect

const waitingAt = (memberId: string, channel: QrChannel) =>
  and(eq(qrCodes.memberId, memberId), eq(qrCodes.channel, channel), eq(qrCodes.status, 'waiting'))

export async function findWaitingQr(
  db: Database,
  memberId: string,
  channel: QrChannel,
  now: Date,
): Promise<QrRow | null> {
  const [qr] = await db
    .select()
    .from(qrCodes)
    .where(and(waitingAt(memberId, channel), gt(qrCodes.expiresAt, now)))
  return qr ?? null
}

export interface QrOrder {
  memberId: string
  channel: QrChannel
  /** Satang. */
  amount: number
}

/** The channel's minimum in satang. */
const minimumOf = (channel: QrChannel, { paytimzMinimum }: AppContext['config']): number =>
  channel === 'PAYTIMZ' ? paytimzMinimum : qrChannelTable[channel].minimum

export interface PreparedQr extends QrOrder {
  reference: string
  expiresAt: Date
  /** The text in the code. */
  payload: string
}

/** Asks the channel for a new code; null if one is still pending at the channel. */
export async function prepareQr(
  { db, providers, clock, config }: Pick<AppContext, 'db' | 'providers' | 'clock' | 'config'>,
  { memberId, channel, amount }: QrOrder,
): Promise<PreparedQr | null> {
  const rules = await readSetting(db, 'qr')
  // The site's minimum applies to its own account; a payment provider has its own.
  const floor = qrChannelTable[channel].bankType === 'QR' ? rules.min : 0
  const minimum = Math.max(floor, minimumOf(channel, config))
  const maximum = rules.max
  if (amount < minimum || amount > maximum) throw outOfRange('QR_FAIL', amount, { minimum, maximum })
  const now = clock.now()
  if (await findWaitingQr(db, memberId, channel, now)) return null
  const order = {
    channel,
    amount,
    reference: newQrReference(),
    expiresAt: later(now, rules.minutes * MINUTE),
  }
  const payload = await mapProviderFailure('QR_FAIL', providers.qr.create(order))
  return { ...order, memberId, payload }
}

/**
 * Stores the new code; if one is still pending at the channel, returns that one, whatever its amount: one deposit must not be
 * paid twice. A code that is not stored was never shown, so nobody pays it.
 */
export async function createQr(
  db: Database,
  { memberId, channel }: Omit<QrOrder, 'amount'>,
  prepared: PreparedQr | null,
  now: Date,
): Promise<QrRow> {
  const waiting = await findWaitingQr(db, memberId, channel, now)
  if (waiting) return waiting
  // The one that was pending has been paid or cancelled since.
  if (!prepared) throw new ApiError('QR_FAIL')
  await refuseOverLimit(db, prepared, now)
  await db
    .update(qrCodes)
    .set({ status: 'expired' })
    .where(and(waitingAt(memberId, channel), lte(qrCodes.expiresAt, now)))
  const [qr] = await db
    .insert(qrCodes)
    .values({ ...prepared, createdAt: now })
    .returning()
  if (!qr) throw new ApiError('QR_FAIL')
  return qr
}

/** An expired code may be cancelled too. */
export async function cancelQr(db: Database, memberId: string, id: string): Promise<void> {
  const [qr] = await db
    .select()
    .from(qrCodes)
    .where(and(eq(qrCodes.id, id), eq(qrCodes.memberId, memberId)))
    .for('update')
  if (!qr || qr.status === 'paid' || qr.status === 'late') throw new ApiError('QR_FAIL')
  if (qr.status === 'waiting') await db.update(qrCodes).set({ status: 'cancelled' }).where(eq(qrCodes.id, id))
}
