import { createHmac, timingSafeEqual } from 'node:crypto'
import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import type { Database } from '../database/database.ts'
import { members } from '../database/schema/members.ts'
import { settings } from '../database/schema/site.ts'
import { newToken } from './tokens.ts'

/** The data that a signature covers. The time of the last password change is among them: a new password makes every device unknown. */
type Signed = Pick<typeof members.$inferSelect, 'id' | 'passwordChangedAt'>

const nobody: Signed = { id: '', passwordChangedAt: new Date(0) }

/** How many members may share one device. */
const MAX_MEMBERS = 5

/**
 * The cookie of a device on which members signed in: `DEVICE.SIGNATURE.SIGNATURE…`, one signature for each of them, the newest
 * first. It grants no access; it only keeps strangers' wrong guesses from counting against this device (OWASP: device cookies).
 */
export async function issueDeviceCookie(
  db: Database,
  cookie: string | undefined,
  member: Signed,
): Promise<string> {
  const [device = '', ...others] = isDeviceCookie(cookie) ? cookie.split('.') : [newToken().slice(0, 22)]
  const signature = sign(await readSecret(db), device, member)
  const kept = others.filter((one) => one !== signature).slice(0, MAX_MEMBERS - 1)
  return [device, signature, ...kept].join('.')
}

/**
 * The device's id, if this member has signed in on it before. Takes as long for an unknown phone as for a member's, so that
 * its timing does not reveal who is a member.
 */
export async function knownDevice(
  db: Database,
  cookie: string | undefined,
  member: Signed | undefined,
): Promise<string | undefined> {
  if (!isDeviceCookie(cookie)) return undefined
  const [device = '', ...signatures] = cookie.split('.')
  const right = Buffer.from(sign(await readSecret(db), device, member ?? nobody))
  const isSigned = signatures.some((one) => timingSafeEqual(Buffer.from(one), right))
  return member && isSigned ? device : undefined
}

/** The same for the member with this phone number. */
export async function knownDeviceByPhone(
  db: Database,
  cookie: string | undefined,
  phone: string,
): Promise<string | undefined> {
  if (!isDeviceCookie(cookie)) return undefined
  const [member] = await db
    .select({ id: members.id, passwordChangedAt: members.passwordChangedAt })
    .from(members)
    .where(eq(members.username, phone))
  return knownDevice(db, cookie, member)
}

const isDeviceCookie = (text: string | undefined): text is string =>
  /^[\w-]{22}(?:\.[\w-]{22}){1,5}$/u.test(text ?? '')

const sign = (secret: string, device: string, { id, passwordChangedAt }: Signed): string =>
  createHmac('sha256', secret)
    .update(`${device}:${id}:${passwordChangedAt.getTime()}`)
    .digest('base64url')
    .slice(0, 22)

/** The secret of the signatures, generated once per database. */
async function readSecret(db: Database): Promise<string> {
  const key = 'deviceSecret'
  await db.insert(settings).values({ key, value: newToken() }).onConflictDoNothing()
  const [row] = await db.select({ value: settings.value }).from(settings).where(eq(settings.key, key))
  return v.parse(v.string(), row?.value)
}
