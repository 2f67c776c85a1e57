import { and, eq } from 'drizzle-orm'
import * as contract from '#api/contract/passkey.ts'
import { record } from '../../auth/audit-trail.ts'
import * as auth from '../../auth/passkeys.ts'
import { passkeys } from '../../database/schema/passkeys.ts'
import { ApiError } from '../../http/api-error.ts'
import { route, type Route } from '../../http/route.ts'
import { isUuid } from '../../http/uuid.ts'
import { beginAdding, checkNewPasskey, keepPasskey } from './add-passkey.ts'
import { beginProving, prove } from './prove-passkey.ts'
import { beginUnlocking, unlock } from './unlock-by-passkey.ts'

/** Another member's passkey is treated as unknown. */
const mine = (memberId: string, id: string) => {
  if (!isUuid(id)) throw new ApiError('NO_DATA', 404)
  return and(eq(passkeys.id, id), eq(passkeys.memberId, memberId))
}

export const routes: readonly Route[] = [
  route(contract.listPasskeys, async ({ db, member }) => {
    const found = await auth.findPasskeys(db, member.id)
    return {
      passkeys: found.map(({ id, name, createdAt, lastUsedAt, isSynced }) => ({
        id,
        name,
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt?.toISOString(),
        isSynced,
      })),
    }
  }),

  // A stolen phone must not be used to guess the password.
  route(contract.beginPasskey, beginAdding, { perMinute: 10 }),

  route(contract.addPasskey, async (context, made) => ({ id: await keepPasskey(context, made) }), {
    perMinute: 10,
    prepare: checkNewPasskey,
  }),

  route(contract.renamePasskey, async ({ db, member, params, body }) => {
    const renamed = await db
      .update(passkeys)
      .set({ name: body.name })
      .where(mine(member.id, params.id))
      .returning({ id: passkeys.id })
    if (renamed.length === 0) throw new ApiError('NO_DATA', 404)
    return { message: 'SUCCESS' }
  }),

  route(contract.removePasskey, async (context) => {
    const { app, db, member, params } = context
    const removed = await db.delete(passkeys).where(mine(member.id, params.id)).returning({ id: passkeys.id })
    if (removed.length === 0) throw new ApiError('NO_DATA', 404)
    const at = app.clock.now()
    await record(db, { kind: 'passkey-removed', at, actor: 'member', memberId: member.id, from: context })
    return { message: 'SUCCESS' }
  }),

  route(contract.beginPasskeyProof, beginProving, { perMinute: 30 }),

  route(contract.provePasskey, async (context) => ({ otpToken: await prove(context) }), { perMinute: 30 }),

  route(contract.beginUnlock, beginUnlocking, { perMinute: 30 }),

  route(
    contract.unlock,
    async (context) => {
      await unlock(context)
      return { message: 'SUCCESS' }
    },
    { perMinute: 30 },
  ),
]
