import type { Database } from '../database/database.ts'
import { smsToSend } from '../database/schema/access.ts'

interface Sms {
  /** Local digits with the leading 0. */
  to: string
  text: string
}

/** Queues an SMS in the transaction of the change that it tells of. A job sends it (`jobs/send-sms.ts`). It must hold no code. */
export async function queueSms(db: Database, { to, text }: Sms): Promise<void> {
  await db.insert(smsToSend).values({ phone: to, text })
}
