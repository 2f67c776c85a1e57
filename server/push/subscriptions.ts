import { and, desc, eq, inArray, ne, or } from 'drizzle-orm'
import type { PushPreferences } from '#api/contract/push.ts'
import type { Database } from '../database/database.ts'
import type { Locale } from '#lib/text/locale-codes.ts'
import { onlyRow, transact } from '../database/query.ts'
import { pushPreferences, pushSubscriptions } from '../database/schema/push.ts'
import { lockMember } from '../ledger/lock-member.ts'

/** How many of a member's devices get messages: the latest ones. */
const MAX_DEVICES = 10

interface Subscribing {
  memberId: string
  session: string
  endpoint: string
  keys: { p256dh: string; auth: string }
  locale: Locale
  now: Date
}

/**
 * Binds the browser to the session and returns the subscription's id. Whoever was subscribed by this browser or in this session
 * before is no longer; the same again keeps its id.
 */
export function subscribe(db: Database, { memberId, session, endpoint, keys, locale, now }: Subscribing) {
  return transact(db, async (tx) => {
    await lockMember(tx, memberId)
    const same = and(eq(pushSubscriptions.endpoint, endpoint), eq(pushSubscriptions.session, session))
    const [kept] = await tx
      .update(pushSubscriptions)
      .set({ ...keys, locale })
      .where(same)
      .returning({ id: pushSubscriptions.id })
    if (kept) return kept.id
    await tx
      .delete(pushSubscriptions)
      .where(or(eq(pushSubscriptions.endpoint, endpoint), eq(pushSubscriptions.session, session)))
    const made = onlyRow(
      await tx
        .insert(pushSubscriptions)
        .values({ memberId, session, endpoint, ...keys, locale, createdAt: now })
        .returning({ id: pushSubscriptions.id }),
    )
    const tooMany = tx
      .select({ id: pushSubscriptions.id })
      .from(pushSubscriptions)
      .where(eq(pushSubscriptions.memberId, memberId))
      .orderBy(desc(pushSubscriptions.createdAt), desc(eq(pushSubscriptions.id, made.id)))
      .offset(MAX_DEVICES)
    await tx.delete(pushSubscriptions).where(inArray(pushSubscriptions.id, tooMany))
    return made.id
  })
}

interface Moving {
  id: string
  /** The secret that the subscription has had until now. */
  auth: string
  endpoint: string
  keys: { p256dh: string; auth: string }
}

/** Gives a subscription the browser's new address and keys. False if it has ended, or the secret is another. */
export function move(db: Database, { id, auth, endpoint, keys }: Moving): Promise<boolean> {
  return transact(db, async (tx) => {
    const own = and(eq(pushSubscriptions.id, id), eq(pushSubscriptions.auth, auth))
    const [found] = await tx
      .select({ id: pushSubscriptions.id })
      .from(pushSubscriptions)
      .where(own)
      .for('update')
    if (!found) return false
    await tx
      .delete(pushSubscriptions)
      .where(and(eq(pushSubscriptions.endpoint, endpoint), ne(pushSubscriptions.id, id)))
    await tx
      .update(pushSubscriptions)
      .set({ endpoint, ...keys })
      .where(eq(pushSubscriptions.id, id))
    return true
  })
}

export async function unsubscribe(db: Database, session: string): Promise<void> {
  await db.delete(pushSubscriptions).where(eq(pushSubscriptions.session, session))
}

export async function findSubscription(db: Database, session: string): Promise<string | undefined> {
  const [found] = await db
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.session, session))
  return found?.id
}

/** Everything but amounts is on until the member says otherwise, and no hour is quiet. */
const defaults: PushPreferences = {
  deposit: true,
  withdrawal: true,
  chat: true,
  device: true,
  amounts: false,
  quietFrom: '',
  quietUntil: '',
}

export async function readPushPreferences(db: Database, memberId: string): Promise<PushPreferences> {
  const [found] = await db.select().from(pushPreferences).where(eq(pushPreferences.memberId, memberId))
  const { memberId: _, ...preferences } = found ?? { memberId, ...defaults }
  return preferences
}

/** A preference that is not given keeps its value. */
export async function writePushPreferences(
  db: Database,
  memberId: string,
  changes: Partial<PushPreferences>,
): Promise<void> {
  const { memberId: target } = pushPreferences
  await db
    .insert(pushPreferences)
    .values({ memberId, ...defaults, ...changes })
    .onConflictDoUpdate({ target, set: { memberId, ...changes } })
}
