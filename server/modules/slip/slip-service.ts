import { eq } from 'drizzle-orm'
import type { Database, Transaction } from '../../database/database.ts'
import { isUniqueViolation } from '../../database/query.ts'
import { slips } from '../../database/schema/deposits.ts'
import { Refusal } from '../../http/refusal.ts'
import { hashOf, newToken } from '../../http/tokens.ts'
import type { FileStore } from '../../providers/files.ts'
import { readSetting } from '../lookup/settings.ts'
import { creditDeposit } from '../wallet/credit-deposit.ts'
import { isClosed } from './slip-hours.ts'
import type { SlipReason } from './slip-reasons.ts'
import { sniffImage } from './sniff-image.ts'

export const SLIP_CHANNEL = 'SLIP'

/** Keeps an uploaded slip to be looked at. Gives its reference. */
export async function keepSlip(
  db: Database,
  files: FileStore,
  memberId: string,
  file: File | undefined,
  now: Date,
): Promise<string> {
  const { enabled, closedFrom, closedUntil } = await readSetting(db, 'slip')
  if (!enabled || isClosed(closedFrom, closedUntil, now)) throw new Refusal('SLIP_UPLOAD_FAIL')
  if (file === undefined || file.size === 0) throw new Refusal('SLIP_NO_FILE')
  const bytes = new Uint8Array(await file.arrayBuffer())
  const kind = sniffImage(bytes)
  if (kind === null) throw new Refusal('SLIP_INVALID_FILE')
  const reference = newToken()
  await db.insert(slips).values({
    memberId,
    reference,
    filePath: await files.put(bytes, kind.extension),
    fileHash: hashOf(bytes),
    contentType: kind.contentType,
    size: bytes.byteLength,
    createdAt: now,
  })
  return reference
}

export type SlipVerdict =
  | { status: 'SUCCESS'; amount: number; bankReference: string }
  | { status: 'FAILED'; note: SlipReason }

/**
 * What looking at a slip came to: once, and a bank's reference pays once whoever shows it. Amounts in satang. Null
 * where the slip was decided before or is unknown. Throws a unique violation for a reference that paid before.
 */
export async function decideSlip(
  tx: Transaction,
  reference: string,
  verdict: SlipVerdict,
  now: Date,
): Promise<{ memberId: string } | null> {
  const [slip] = await tx.select().from(slips).where(eq(slips.reference, reference)).for('update')
  if (slip?.status !== 'PENDING') return null
  await tx
    .update(slips)
    .set({ ...verdict, decidedAt: now })
    .where(eq(slips.id, slip.id))
  if (verdict.status === 'SUCCESS') {
    const { memberId } = slip
    const act = `deposit:slip:${slip.id}`
    await creditDeposit(tx, { memberId, amount: verdict.amount, act, channel: SLIP_CHANNEL, reference })
  }
  return { memberId: slip.memberId }
}

export const isPaidBefore = (error: unknown): boolean => isUniqueViolation(error, 'slips_bank_reference_once')
