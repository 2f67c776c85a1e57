import { uploadSlip } from '#api/contract/slip.ts'
import { isClosed, opensAt } from '#lib/payments/slip-hours.ts'
import { DAY, later } from '../../clock.ts'
import type { AppContext } from '../../context.ts'
import type { Database } from '../../database/database.ts'
import { slips } from '../../database/schema/deposits.ts'
import { readSetting } from '../../database/settings.ts'
import { type KeptUpload, keepUpload } from '../../files/keep-upload.ts'
import { attemptsOf, countAttempt } from '../../auth/attempts.ts'
import { ApiError, tooManyFilesToday } from '../../http/api-error.ts'
import { newToken } from '../../auth/tokens.ts'
import { onlyRow } from '../../database/query.ts'
import { SLIP_LEASE, type WaitingSlip, waitingColumns } from './examine-slip.ts'

/** How many slips the member may upload; refuses while none are taken. */
async function readQuota(db: Database, memberId: string, now: Date) {
  const hours = await readSetting(db, 'slip')
  if (!hours.enabled) throw new ApiError('SLIP_UPLOAD_FAIL', undefined, { reason: 'slips-closed' })
  if (isClosed(hours, now.getTime())) {
    const until = new Date(opensAt(hours, now.getTime())).toISOString()
    throw new ApiError('SLIP_UPLOAD_FAIL', undefined, { reason: 'slips-closed-now', until })
  }
  const { slipsPerDay } = await readSetting(db, 'uploads')
  return { key: `slip-upload:${memberId}`, max: slipsPerDay, within: DAY }
}

/**
 * Puts an uploaded slip into the store, outside any transaction: the store may be slow. It is a slip once `takeSlip` has committed;
 * until then it is a file that nothing names, which goes with the old ones.
 */
export async function storeSlip(
  { db, clock, providers }: Pick<AppContext, 'db' | 'clock' | 'providers'>,
  memberId: string,
  file: File | undefined,
): Promise<KeptUpload> {
  const now = clock.now()
  const quota = await readQuota(db, memberId, now)
  if ((await attemptsOf(db, quota, now)) >= quota.max) throw tooManyFilesToday()
  return keepUpload(providers.files, file, ['png', 'jpeg'], uploadSlip.upload)
}

/** Takes a stored slip for examination, once the caller commits. Only such slips count towards the daily limit. */
export async function takeSlip(
  db: Database,
  memberId: string,
  { name, kind, size, hash }: KeptUpload,
  now: Date,
): Promise<{ reference: string; waiting: WaitingSlip }> {
  if (!(await countAttempt(db, await readQuota(db, memberId, now), now))) throw tooManyFilesToday()
  const reference = newToken()
  const row = {
    memberId,
    reference,
    filePath: name,
    fileHash: hash,
    contentType: `image/${kind}`,
    size,
    leasedUntil: later(now, SLIP_LEASE),
    createdAt: now,
  }
  const waiting = onlyRow(await db.insert(slips).values(row).returning(waitingColumns))
  return { reference, waiting }
}
