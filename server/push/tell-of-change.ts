import type { PushTopic } from '#lib/network/push-message.ts'
import type { Database } from '../database/database.ts'
import { queuePush } from './queue-push.ts'
import { queueSms } from './queue-sms.ts'

interface Change {
  member: { id: string; username: string }
  event: Extract<PushTopic, 'device' | 'passkey' | 'bank-account'>
  /** Identifies the change permanently. */
  tag: string
  /** The SMS; undefined where the member has had too many. */
  text: string | undefined
}

/**
 * Tells the member of a change that a thief may have made, on every device and by SMS, in the transaction of the change. Where the change ends
 * every session, or every other, no device is left to tell, and the SMS goes alone (`queueSms`).
 */
export async function tellOfChange(db: Database, { member, event, tag, text }: Change): Promise<void> {
  await queuePush(db, { memberId: member.id, event, tag })
  if (text !== undefined) await queueSms(db, { to: member.username, text })
}
