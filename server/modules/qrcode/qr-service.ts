import { randomUUID } from 'node:crypto'
import { and, eq, gt } from 'drizzle-orm'
import { type QrChannel, qrChannels, qrChannelTable } from '#api/contract/qr-channels.ts'
import type { createQr as createQrCall } from '#api/contract/qrcode.ts'
import { randomText } from '../../auth/tokens.ts'
import { countOrder } from '../../providers/count-order.ts'
import { later, MINUTE } from '../../clock.ts'
import type { AppContext } from '../../context.ts'
import type { Database } from '../../database/database.ts'
import { qrCodes } from '../../database/schema/deposits.ts'
import { depositAccounts } from '../../database/schema/site.ts'
import { ApiError, outOfRange } from '../../http/api-error.ts'
import { operationBy } from '../../http/operations/operation-by.ts'
import type { Begun } from '../../http/operations/operation.ts'
import type { BeginContext } from '../../http/route.ts'
import { mapProviderFailure } from '../../providers/map-provider-failure.ts'
import { readSetting, type Setting } from '../../database/settings.ts'

export type QrRow = typeof qrCodes.$inferSelect
/** What a member sees of a code. */
export type Shown = Pick<QrRow, 'id' | 'payload' | 'amount' | 'expiresAt'>

/** The channel of this code, if the site offers it; refuses with QR_FAIL if not. */
export async function readChannel(db: Database, code: string): Promise<QrChannel> {
  const channel = qrChannels.find((known) => known === code)
  if (!channel) throw new ApiError('QR_FAIL')
  const [offered] = await db
    .select({ id: depositAccounts.id })
    .from(depositAccounts)
    .where(
      and(
        eq(depositAccounts.bankCode, channel),
        eq(depositAccounts.bankType, qrChannelTable[channel].bankType),
        eq(depositAccounts.enabled, true),
      ),
    )
    .limit(1)
  if (!offered) throw new ApiError('QR_FAIL')
  return channel
}

export async function findWaitingQr(
  db: Database,
  memberId: string,
  channel: QrChannel,
  now: Date,
): Promise<QrRow | null> {
  const [qr] = await db
    .select()
    .from(qrCodes)
    .where(
      and(
        eq(qrCodes.memberId, memberId),
        eq(qrCodes.channel, channel),
        eq(qrCodes.status, 'waiting'),
        gt(qrCodes.expiresAt, now),
      ),
    )
  return qr ?? null
}

interface QrOrder {
  memberId: string
  channel: QrChannel
  /** Satang. */
  amount: number
}

const LETTERS = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** 81 random bits, in the capital letters and digits allowed in a bill payment's reference. */
const newQrReference = (): string => randomText(LETTERS, 16)

/** The channel's minimum in satang. */
const minimumOf = (channel: QrChannel, { paytimzMinimum }: AppContext['config']): number =>
  channel === 'PAYTIMZ' ? paytimzMinimum : qrChannelTable[channel].minimum

interface NewQr extends Omit<QrOrder, 'memberId'> {
  id: string
  reference: string
  expiresAt: Date
  /** The text in the code. */
  payload: string
  terms: Setting<'depositTerms'>
}

/** A new code from the channel; or the one that is still pending there, whatever its amount. */
export async function prepareQr(
  { db, providers, clock, config }: Pick<AppContext, 'db' | 'providers' | 'clock' | 'config'>,
  { memberId, channel, amount }: QrOrder,
): Promise<{ waiting: QrRow } | { code: NewQr }> {
  const rules = await readSetting(db, 'qr')
  // The site's minimum applies to its own account; a payment provider has its own.
  const floor = qrChannelTable[channel].bankType === 'QR' ? rules.min : 0
  const minimum = Math.max(floor, minimumOf(channel, config))
  const maximum = rules.max
  if (amount < minimum || amount > maximum) throw outOfRange('QR_FAIL', amount, { minimum, maximum })
  const now = clock.now()
  const waiting = await findWaitingQr(db, memberId, channel, now)
  if (waiting) return { waiting }
  await countOrder({ db, clock }, memberId, 'qr-code')
  const order = {
    channel,
    amount,
    reference: newQrReference(),
    expiresAt: later(now, rules.minutes * MINUTE),
  }
  const payload = await mapProviderFailure('QR_FAIL', providers.qr.create(order))
  return { code: { ...order, id: randomUUID(), payload, terms: await readSetting(db, 'depositTerms') } }
}

const qrCreate = operationBy('qr_create')

/**
 * Stores the new code, or answers with the one that is still pending at the channel: one deposit must not be paid twice. A code that is
 * not stored was never shown, so nobody pays it.
 */
export function createQr(
  context: BeginContext<typeof createQrCall>,
  bodyOf: (qr: Shown) => string,
  prepared: ApiError | Awaited<ReturnType<typeof prepareQr>>,
): Promise<Begun> {
  const { app, member } = context
  if (prepared instanceof ApiError)
    return qrCreate(context, () => ({ refusal: prepared, given: {}, body: '' }))
  const { channel } = 'code' in prepared ? prepared.code : prepared.waiting
  const common = { channel, bankType: qrChannelTable[channel].bankType }
  return qrCreate(context, async (told) => {
    // Another has been made since, or the one that was pending has been paid or cancelled.
    const waiting = told
      ? await findWaitingQr(app.db, member.id, channel, app.clock.now())
      : 'waiting' in prepared && prepared.waiting
    if (waiting) return { given: { ...common, waiting: waiting.id }, body: bodyOf(waiting) }
    if (!('code' in prepared)) return { refusal: new ApiError('QR_FAIL'), given: {}, body: '' }
    return { given: { ...common, code: prepared.code }, body: bodyOf(prepared.code) }
  })
}

/** An expired code may be cancelled too. Returns whether it was open. */
export async function cancelQr(db: Database, memberId: string, id: string): Promise<boolean> {
  const [qr] = await db
    .select()
    .from(qrCodes)
    .where(and(eq(qrCodes.id, id), eq(qrCodes.memberId, memberId)))
    .for('update')
  if (!qr || qr.status === 'paid' || qr.status === 'late') throw new ApiError('QR_FAIL')
  if (qr.status !== 'waiting') return false
  await db.update(qrCodes).set({ status: 'cancelled' }).where(eq(qrCodes.id, id))
  return true
}
