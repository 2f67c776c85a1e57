import { inspectPicture } from '#lib/picture.ts'
import { isClosed } from '#lib/slip-hours.ts'
import type { Database } from '../../database/database.ts'
import { slips } from '../../database/schema/deposits.ts'
import { Refusal } from '../../http/refusal.ts'
import { hashOf, newToken } from '../../http/tokens.ts'
import type { FileStore } from '../../files/store.ts'
import { readSetting } from '../../database/settings.ts'

/** What the slips' own reader unpacks, and how it is kept. */
const formats = {
  png: { extension: 'png', contentType: 'image/png' },
  jpeg: { extension: 'jpg', contentType: 'image/jpeg' },
}

/** Keeps an uploaded slip to be looked at. Gives its reference. */
export async function keepSlip(
  db: Database,
  files: FileStore,
  memberId: string,
  file: File | undefined,
  now: Date,
): Promise<string> {
  const hours = await readSetting(db, 'slip')
  if (!hours.enabled || isClosed(hours, now.getTime())) throw new Refusal('SLIP_UPLOAD_FAIL')
  if (file === undefined || file.size === 0) throw new Refusal('SLIP_NO_FILE')
  const bytes = new Uint8Array(await file.arrayBuffer())
  const { extension, contentType } = formatOf(bytes)
  const reference = newToken()
  await db.insert(slips).values({
    memberId,
    reference,
    filePath: await files.write(bytes, extension),
    fileHash: hashOf(bytes),
    contentType,
    size: bytes.byteLength,
    createdAt: now,
  })
  return reference
}

/** Goes by the bytes alone: neither the file's name nor what it says of itself is believed. */
function formatOf(bytes: Uint8Array) {
  const picture = inspectPicture(bytes)
  if ('fault' in picture) throw new Refusal('SLIP_INVALID_FILE', undefined, { reason: picture.fault })
  const { kind } = picture
  if (kind !== 'png' && kind !== 'jpeg')
    throw new Refusal('SLIP_INVALID_FILE', undefined, { reason: 'other-kind' })
  return formats[kind]
}
