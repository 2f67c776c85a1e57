import { desc, eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { sendOtp, verifyOtp } from '#api/contract/otp.ts'
import type { Database } from '../../database/database.ts'
import { smsMessages } from '../../database/schema/access.ts'
import type { Client } from '../../http/test-app.ts'

/** The newest message to this phone, and the code in it. */
export async function readSms(db: Database, phone: string): Promise<{ text: string; code: string }> {
  const [sms] = await db
    .select()
    .from(smsMessages)
    .where(eq(smsMessages.phone, phone))
    .orderBy(desc(smsMessages.id))
  const text = sms?.text ?? ''
  return { text, code: /\d{6}/u.exec(text)?.[0] ?? '' }
}

/** Has a code sent and types it; gives the token that shows it. */
export async function provePhone(db: Database, request: Client, phone: string): Promise<string> {
  const { body } = await request(sendOtp, { body: { phoneNumber: phone } })
  const otpCode = (await readSms(db, phone)).code
  expect((await request(verifyOtp, { body: { otpToken: body.otpToken, otpCode } })).status).toBe(200)
  return body.otpToken
}
