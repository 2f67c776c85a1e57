import { formatInBangkok } from '#lib/bangkok.ts'
import { DAY } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { smsToSend } from '../database/schema/access.ts'

interface Sms {
  /** Local digits with the leading 0. */
  to: string
  text: string
}

/**
 * In ms. A weekend's outage is waited out, because what was changed stays changed and is worth telling late; a phone that takes no
 * message for so long will take none.
 */
export const SMS_KEPT = 3 * DAY

/** A moment in the text of an SMS. The message may come days later, so that a span from now, or no time at all, would mislead. */
export const momentInSms = (at: Date): string => formatInBangkok(at, 'dd/MM/yyyy HH:mm')

/** Queues an SMS in the transaction of the change that it tells of. A job sends it (`jobs/send-sms.ts`). It must hold no code. */
export async function queueSms(db: Database, { to, text }: Sms): Promise<void> {
  await db.insert(smsToSend).values({ phone: to, text })
}
