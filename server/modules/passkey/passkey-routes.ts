import * as contract from '#api/contract/passkey.ts'
import * as auth from '../../auth/passkeys.ts'
import { route, type Route } from '../../http/route.ts'
import { beginAdding, checkNewPasskey, keepPasskey } from './add-passkey.ts'
import { removePasskey, renamePasskey } from './change-passkey.ts'
import { beginProving, prove } from './prove-passkey.ts'
import { beginUnlocking, unlock } from './unlock-by-passkey.ts'

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

  route(contract.renamePasskey, async (context) => {
    await renamePasskey(context)
    return { message: 'SUCCESS' }
  }),

  route(contract.removePasskey, async (context) => {
    await removePasskey(context)
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
