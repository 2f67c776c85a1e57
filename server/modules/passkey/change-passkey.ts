import { and, eq } from 'drizzle-orm'
import type * as contract from '#api/contract/passkey.ts'
import { byMember, record } from '../../auth/audit-trail.ts'
import { deviceNameOf } from '../../auth/describe-device.ts'
import { spendChallenges } from '../../auth/one-time-codes.ts'
import { readerOf } from '../../auth/sessions.ts'
import { passkeys } from '../../database/schema/passkeys.ts'
import { ApiError } from '../../http/api-error.ts'
import type { RequestContext } from '../../http/route.ts'
import { isUuid } from '../../http/uuid.ts'
import { tellOfChange } from '../../push/tell-of-change.ts'
import { passkeyRemovedMessage } from './passkey-messages.ts'

/** Another member's passkey is treated as unknown. */
const mine = (memberId: string, id: string) => {
  if (!isUuid(id)) throw new ApiError('NO_DATA', 404)
  return and(eq(passkeys.id, id), eq(passkeys.memberId, memberId))
}

/** Refuses with NO_DATA for an unknown passkey. */
export async function renamePasskey({
  db,
  member,
  params,
  body,
}: RequestContext<typeof contract.renamePasskey>): Promise<void> {
  const renamed = await db
    .update(passkeys)
    .set({ name: body.name })
    .where(mine(member.id, params.id))
    .returning({ id: passkeys.id })
  if (renamed.length === 0) throw new ApiError('NO_DATA', 404)
}

/**
 * Removes a passkey, and with it the proofs that it gave and nothing has used yet. The member is told by SMS and notification, in the
 * language of the devices in use; these messages have an end, because additions of passkeys are counted. Refuses with NO_DATA for an
 * unknown passkey.
 */
export async function removePasskey(context: RequestContext<typeof contract.removePasskey>): Promise<void> {
  const { app, db, member, params, userAgent } = context
  const removed = await db.delete(passkeys).where(mine(member.id, params.id)).returning({ id: passkeys.id })
  if (removed.length === 0) throw new ApiError('NO_DATA', 404)
  const at = app.clock.now()
  await spendChallenges(db, member.username, at)
  await record(db, { ...byMember(context), kind: 'passkey-removed', at })
  const reader = await readerOf(db, member.id, context)
  const text = passkeyRemovedMessage[reader](deviceNameOf(userAgent, ', '), at)
  await tellOfChange(db, { member, event: 'passkey', tag: `passkey-removed:${params.id}`, text })
}
