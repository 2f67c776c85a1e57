import { and, eq, isNull, lt } from 'drizzle-orm'
import { DAY, HOUR, later, MINUTE, SECOND } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { inBatches } from '../database/query.ts'
import { smsToSend } from '../database/schema/access.ts'
import { describeError } from '../log.ts'
import { sendSms } from '../providers/sms.ts'
import { SMS_KEPT } from '../push/queue-sms.ts'
import { deletionTime } from './deletion-time.ts'
import { leaseRows } from './lease.ts'
import type { Job } from './run-jobs.ts'

/** How long a message is leased, in ms: longer than the gateway is waited for. */
const LEASE = MINUTE
/** How long the gateway is waited for, in ms. Longer than for a code, because nobody waits here and giving up early sends it twice. */
const SILENCE = 30 * SECOND
/** A member who did not make the change must learn of it at once. */
const LOOK_EVERY = 5 * SECOND
/** The first pause after a failure, in ms; each one is twice the one before. */
const BACKOFF = 30 * SECOND
/** Short beside the 24 hours for which money and passkeys are held after a change, in ms: a gateway that is back is noticed in time. */
const LONGEST_PAUSE = HOUR
/** How long a message that is done is kept, in ms, for questions about it. */
const REMEMBERED = 7 * DAY

/** Sends the SMS about changes. After an unknown answer it sends one again: twice is harmless, and never is not. */
export const sendQueuedSms: Job = {
  name: 'send-sms',
  lookEvery: LOOK_EVERY,
  lease: leaseRows({
    table: smsToSend,
    key: smsToSend.id,
    waiting: () => isNull(smsToSend.doneAt),
    limit: 10,
    lease: LEASE,
    longest: LONGEST_PAUSE,
  }),
  work: async (app, id) => {
    const { db, clock, log, providers } = app
    const [message] = await db
      .select()
      .from(smsToSend)
      .where(and(eq(smsToSend.id, id), isNull(smsToSend.doneAt)))
    if (!message) return
    const { phone, text, createdAt } = message
    const attempts = message.attempts + 1
    const change = (values: Partial<typeof message>) =>
      db.update(smsToSend).set(values).where(eq(smsToSend.id, id))
    try {
      await sendSms(providers, { to: phone, text }, SILENCE)
    } catch (error) {
      const told = { id, attempts, ...describeError(error) }
      // A message is given up only after a failed attempt, because an old one may have waited for a server that was down.
      if ((await deletionTime(app)) >= later(createdAt, SMS_KEPT)) {
        log.error('sms-given-up', told)
        await change({ attempts, doneAt: clock.now() })
        return
      }
      log.warn('sms-not-sent', told)
      const pause = Math.min(LONGEST_PAUSE, BACKOFF * 2 ** Math.min(message.attempts, 10))
      await change({ attempts, leasedUntil: later(clock.now(), pause) })
      return
    }
    await change({ attempts, doneAt: clock.now() })
  },
}

/** Deletes messages that were sent or given up a week ago; one that waits stays. */
export async function sweepSms(db: Database, now: Date): Promise<void> {
  await inBatches(smsToSend, lt(smsToSend.doneAt, later(now, -REMEMBERED)), (share) =>
    db.delete(smsToSend).where(share).returning({ id: smsToSend.id }),
  )
}
