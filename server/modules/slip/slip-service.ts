import { isClosed, opensAt } from '#lib/slip-hours.ts'
import { DAY, later } from '../../clock.ts'
import type { Database } from '../../database/database.ts'
import { slips } from '../../database/schema/deposits.ts'
import { readSetting } from '../../database/settings.ts'
import { keepUpload } from '../../files/keep-upload.ts'
import type { FileStore } from '../../files/store.ts'
import { countAttempt } from '../../auth/attempts.ts'
import { ApiError } from '../../http/api-error.ts'
import { newToken } from '../../auth/tokens.ts'
import { SLIP_LEASE } from './examine-slip.ts'

const MIB = 2 ** 20

/** Stores an uploaded slip for examination; returns its reference. Only stored slips count towards the daily limit. */
export async function keepSlip(
  db: Database,
  files: FileStore,
  memberId: string,
  file: File | undefined,
  now: Date,
): Promise<string> {
  const hours = await readSetting(db, 'slip')
  if (!hours.enabled) throw new ApiError('SLIP_UPLOAD_FAIL', undefined, { reason: 'slips-closed' })
  if (isClosed(hours, now.getTime())) {
    const until = new Date(opensAt(hours, now.getTime())).toISOString()
    throw new ApiError('SLIP_UPLOAD_FAIL', undefined, { reason: 'slips-closed-now', until })
  }
  const { slipsPerDay } = await readSetting(db, 'uploads')
  const quota = { key: `slip-upload:${memberId}`, max: slipsPerDay, within: DAY }
  // Not REQUEST_LIMIT, because the app would retry that automatically until tomorrow.
  if (!(await countAttempt(db, quota, now)))
    throw new ApiError('SLIP_UPLOAD_FAIL', undefined, { reason: 'too-many-today' })
  const { name, kind, size, hash } = await keepUpload(files, file, ['png', 'jpeg'], 12 * MIB)
  const reference = newToken()
  await db.insert(slips).values({
    memberId,
    reference,
    filePath: name,
    fileHash: hash,
    contentType: `image/${kind}`,
    size,
    // Whoever commits it examines it.
    leasedUntil: later(now, SLIP_LEASE),
    createdAt: now,
  })
  return reference
}
