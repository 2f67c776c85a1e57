import { createHash } from 'node:crypto'
import { and, eq, inArray, isNull, lt } from 'drizzle-orm'
import type { PushKind } from '#api/contract/push.ts'
import { type PushMessage, type PushTopic, pushTopics } from '#lib/network/push-message.ts'
import { isUnexpired } from '../auth/sessions.ts'
import { DAY, later, MINUTE, SECOND } from '../clock.ts'
import type { AppContext } from '../context.ts'
import type { Database } from '../database/database.ts'
import { inBatches } from '../database/query.ts'
import { members, sessions } from '../database/schema/members.ts'
import { pushMessages, pushSubscriptions } from '../database/schema/push.ts'
import { pushTexts } from '../push/push-texts.ts'
import { quietFor } from '../push/quiet-hours.ts'
import { sendPush } from '../push/send-push.ts'
import { readPushPreferences } from '../push/subscriptions.ts'
import { leaseRows } from './lease.ts'
import type { Job } from './run-jobs.ts'

/** How long a message is leased, in ms: longer than a push service may take. */
const LEASE = MINUTE
/** How often messages are looked for, in ms: money that has arrived is reported while it is news, and an index makes looking cheap. */
const LOOK_EVERY = 5 * SECOND
/** The first pause after a failure, in ms; each one is twice the one before. */
const BACKOFF = 30 * SECOND
/** A message that is older, in ms, is no news any more. Quiet hours are shorter. */
const KEPT = DAY
/** How long a message that was sent stops a second one of the same event, in ms. */
const REMEMBERED = 7 * DAY

const kinds: Record<PushTopic, PushKind> = {
  deposit: 'deposit',
  'deposit-over-limit': 'deposit',
  'withdrawal-settled': 'withdrawal',
  'withdrawal-refused': 'withdrawal',
  chat: 'chat',
  device: 'device',
  passkey: 'device',
  'bank-account': 'device',
}

/** Sends devices their messages. A device that cannot be reached is tried again; none delays another. */
export const sendPushes: Job = {
  name: 'send-pushes',
  lookEvery: LOOK_EVERY,
  lease: leaseRows({
    table: pushMessages,
    key: pushMessages.id,
    // During an update, a newer process sends those that only it knows.
    waiting: () => and(isNull(pushMessages.doneAt), inArray(pushMessages.event, pushTopics)),
    limit: 10,
    lease: LEASE,
    longest: KEPT,
  }),
  work: async (app, id) => {
    const { db, clock, push, log } = app
    const now = clock.now()
    const message = await findMessage(db, id, now)
    const expiresAt = message && later(message.createdAt, KEPT)
    // The member has signed out or the house has closed the account, the message is too old, or this server no longer has keys.
    if (!push || !message || !expiresAt || expiresAt <= now) return finish(app, id)
    const { event, subscription, memberId, locale, attempts } = message
    const preferences = await readPushPreferences(db, memberId)
    if (!preferences[kinds[event]]) return finish(app, id)
    // New devices, new passkeys and changed bank accounts are told at once, in quiet hours too: a thief may have made them.
    const isUrgent = kinds[event] === 'device'
    const quiet = isUrgent ? 0 : quietFor(now, preferences)
    if (quiet > 0) return postpone(db, id, later(now, quiet), attempts)

    const tag = createHash('sha256').update(message.tag).digest('base64url').slice(0, 32)
    const payload: PushMessage = {
      id: subscription,
      tag,
      lang: locale === 'la' ? 'lo' : locale,
      topic: event,
      ...pushTexts(event, locale, preferences.amounts ? message.amount : null),
    }
    const sent = await sendPush(app, push, {
      endpoint: message.endpoint,
      keys: { p256dh: message.p256dh, auth: message.auth },
      payload: JSON.stringify(payload),
      ttl: Math.floor((expiresAt.getTime() - now.getTime()) / SECOND),
      urgency: isUrgent ? 'high' : 'normal',
      topic: tag,
    })
    if (sent.outcome === 'later') {
      const pause = Math.min(KEPT, Math.max(BACKOFF * 2 ** Math.min(attempts, 10), sent.after ?? 0))
      return postpone(db, id, later(now, pause), attempts + 1)
    }
    if (sent.outcome === 'gone')
      await db.delete(pushSubscriptions).where(eq(pushSubscriptions.id, subscription))
    // The endpoint is not logged: anybody who knows it can send to the device.
    if (sent.outcome === 'refused') log.error('push-refused', { id, status: sent.status })
    return finish(app, id)
  },
}

/** Finds a message whose subscription still exists, whose session has not ended and whose member is active; else undefined. */
async function findMessage(db: Database, id: string, now: Date) {
  const { endpoint, p256dh, auth, locale, memberId } = pushSubscriptions
  const { subscription, event, tag, amount, attempts, createdAt } = pushMessages
  const [found] = await db
    .select({
      subscription,
      event,
      tag,
      amount,
      attempts,
      createdAt,
      endpoint,
      p256dh,
      auth,
      locale,
      memberId,
    })
    .from(pushMessages)
    .innerJoin(pushSubscriptions, eq(pushSubscriptions.id, subscription))
    .innerJoin(sessions, and(eq(sessions.tokenHash, pushSubscriptions.session), isUnexpired(now)))
    .innerJoin(members, and(eq(members.id, memberId), eq(members.status, 'active')))
    .where(and(eq(pushMessages.id, id), isNull(pushMessages.doneAt)))
  return found
}

async function finish({ db, clock }: Pick<AppContext, 'db' | 'clock'>, id: string): Promise<void> {
  await db.update(pushMessages).set({ doneAt: clock.now() }).where(eq(pushMessages.id, id))
}

async function postpone(db: Database, id: string, leasedUntil: Date, attempts: number): Promise<void> {
  await db.update(pushMessages).set({ leasedUntil, attempts }).where(eq(pushMessages.id, id))
}

export async function sweepPushes(db: Database, now: Date): Promise<void> {
  await inBatches(pushMessages, lt(pushMessages.createdAt, later(now, -REMEMBERED)), (share) =>
    db.delete(pushMessages).where(share).returning({ id: pushMessages.id }),
  )
}
