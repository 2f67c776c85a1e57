import { createHmac, timingSafeEqual } from 'node:crypto'
import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import type { Database } from '../database/database.ts'
import { members } from '../database/schema/members.ts'
import { settings } from '../database/schema/site.ts'
import { newToken } from './tokens.ts'

/** What a signature covers. It includes when the password was changed, so a new password makes every device unknown again. */
type Marked = Pick<typeof members.$inferSelect, 'id' | 'passwordChangedAt'>

const nobody: Marked = { id: '', passwordChangedAt: new Date(0) }

/** As many members as may share a device. */
const MAX_MEMBERS = 5

/**
 * The mark of a device on which members signed in: `DEVICE.SIGNATURE.SIGNATURE…`, one signature for each of them, the newest
 * first. It opens nothing; it only keeps what strangers guess from counting against this device.
 */
export async function markDevice(db: Database, mark: string | undefined, member: Marked): Promise<string> {
  const [device = '', ...others] = isMark(mark) ? mark.split('.') : [newToken().slice(0, 22)]
  const signature = sign(await readSecret(db), device, member)
  const kept = others.filter((one) => one !== signature).slice(0, MAX_MEMBERS - 1)
  return [device, signature, ...kept].join('.')
}

/**
 * The device's id, if this member has signed in on it before. Takes as long for an unknown phone as for a member's, so that
 * timing tells nothing.
 */
export async function knownDevice(
  db: Database,
  mark: string | undefined,
  member: Marked | undefined,
): Promise<string | undefined> {
  if (!isMark(mark)) return undefined
  const [device = '', ...signatures] = mark.split('.')
  const right = Buffer.from(sign(await readSecret(db), device, member ?? nobody))
  const isSigned = signatures.some((one) => timingSafeEqual(Buffer.from(one), right))
  return member && isSigned ? device : undefined
}

/** The same, of whoever has this phone. */
export async function knownDeviceOf(
  db: Database,
  mark: string | undefined,
  phone: string,
): Promise<string | undefined> {
  if (!isMark(mark)) return undefined
  const [member] = await db
    .select({ id: members.id, passwordChangedAt: members.passwordChangedAt })
    .from(members)
    .where(eq(members.username, phone))
  return knownDevice(db, mark, member)
}

const isMark = (text: string | undefined): text is string =>
  /^[\w-]{22}(?:\.[\w-]{22}){1,5}$/u.test(text ?? '')

const sign = (secret: string, device: string, { id, passwordChangedAt }: Marked): string =>
  createHmac('sha256', secret)
    .update(`${device}:${id}:${passwordChangedAt.getTime()}`)
    .digest('base64url')
    .slice(0, 22)

/** Made once for this database, and known to nobody else. */
async function readSecret(db: Database): Promise<string> {
  const key = 'deviceSecret'
  await db.insert(settings).values({ key, value: newToken() }).onConflictDoNothing()
  const [row] = await db.select({ value: settings.value }).from(settings).where(eq(settings.key, key))
  return v.parse(v.string(), row?.value)
}
