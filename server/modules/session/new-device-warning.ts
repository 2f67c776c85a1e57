import { and, eq } from 'drizzle-orm'
import { deviceNameOf, maskAddress } from '../../auth/describe-device.ts'
import { usualLocale, type Visit } from '../../auth/sessions.ts'
import { DAY, later } from '../../clock.ts'
import type { Database } from '../../database/database.ts'
import { auditEvents } from '../../database/schema/audit.ts'
import { countAttempt } from '../../auth/attempts.ts'
import { momentInSms } from '../../push/queue-sms.ts'
import type { Locale } from '#lib/text/locale-codes.ts'

/** A browser that refuses cookies looks like a new device at every sign-in, so messages are limited. */
const MAX_A_DAY = 5

/**
 * The SMS about a sign-in on a device without a device cookie. Its language is that of the member's devices in use, because a
 * thief chooses the language of the new device. Undefined where nothing is new; without `text` past the daily limit.
 */
export async function newDeviceWarning(
  db: Database,
  member: { id: string; createdAt: Date },
  visit: Required<Visit>,
  now: Date,
): Promise<{ text: string | undefined } | undefined> {
  // The first sign-in after registration needs no warning.
  if (member.createdAt > later(now, -DAY) && !(await hasSignedIn(db, member.id))) return undefined
  const limit = { key: `new-device:${member.id}`, max: MAX_A_DAY, within: DAY }
  if (!(await countAttempt(db, limit, now))) return { text: undefined }
  const locale = (await usualLocale(db, member.id)) ?? visit.locale
  const device = deviceNameOf(visit.userAgent, ', ')
  const rest = [maskAddress(visit.address), momentInSms(now)].filter(Boolean)
  return { text: messages[locale](device, rest.join(', ')) }
}

/** By the audit trail, which remembers sessions that were signed out too. */
async function hasSignedIn(db: Database, memberId: string): Promise<boolean> {
  const ofMember = and(eq(auditEvents.memberId, memberId), eq(auditEvents.kind, 'signed-in'))
  const rows = await db.select({ id: auditEvents.id }).from(auditEvents).where(ofMember).limit(1)
  return rows.length > 0
}

/** The SMS holds no link, so that members do not get used to links in messages that phishers could imitate. */
const messages: Record<Locale, (device: string, rest: string) => string> = {
  th: (device, rest) =>
    `มีการเข้าสู่ระบบบัญชีของคุณจากอุปกรณ์ใหม่ (${device || 'อุปกรณ์ที่ไม่รู้จัก'}, ${rest} น.) หากไม่ใช่คุณ กรุณาเปลี่ยนรหัสผ่านทันที แล้วดูรายการอุปกรณ์ในหน้าโปรไฟล์`,
  la: (device, rest) =>
    `ມີການເຂົ້າສູ່ລະບົບບັນຊີຂອງທ່ານຈາກອຸປະກອນໃໝ່ (${device || 'ອຸປະກອນທີ່ບໍ່ຮູ້ຈັກ'}, ${rest} ໂມງ) ຖ້າບໍ່ແມ່ນທ່ານ ກະລຸນາປ່ຽນລະຫັດຜ່ານທັນທີ ແລ້ວເບິ່ງລາຍການອຸປະກອນໃນໜ້າໂປຣໄຟລ໌`,
  en: (device, rest) =>
    `A new device logged in to your account (${device || 'unknown device'}, ${rest}). If this was not you, change your password now, then check the list of devices in your profile.`,
}
