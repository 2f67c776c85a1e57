import type { beginPasskeyProof, provePasskey } from '#api/contract/passkey.ts'
import * as auth from '../../auth/passkeys.ts'
import { grantProof } from '../../auth/one-time-codes.ts'
import { DAY, later } from '../../clock.ts'
import { transact } from '../../database/query.ts'
import { ApiError } from '../../http/api-error.ts'
import type { RequestContext } from '../../http/route.ts'

/**
 * A passkey counts in place of a code after this time, like money is held after a change of the bank account: who stole the password
 * could otherwise add one and redirect the money, before the member has read the SMS about it.
 */
const PROVES_AFTER = DAY

export async function beginProving({ app, db, member, origin }: RequestContext<typeof beginPasskeyProof>) {
  const now = app.clock.now()
  const proving = await auth.findPasskeys(db, member.id, later(now, -PROVES_AFTER))
  if (proving.length === 0) throw new ApiError('NO_DATA', 404)
  const challenge = await auth.newChallenge(db, { purpose: 'confirm', memberId: member.id, origin }, now)
  return auth.requestOptions(challenge, origin, proving)
}

/** Returns the token of a proof, which the calls take that want a code for this purpose. */
export async function prove(context: RequestContext<typeof provePasskey>): Promise<string> {
  const { app, db, member, body, origin } = context
  const now = app.clock.now()
  const asked = { purpose: 'confirm', memberId: member.id, origin } as const
  const { used } = await auth.verifyAssertion(db, body.credential, asked, now)
  if (!used || used.createdAt > later(now, -PROVES_AFTER)) throw new ApiError('PASSKEY_REFUSED')
  return transact(db, async (tx) => {
    if (!(await auth.notePasskeyUse(tx, used, now))) throw new ApiError('PASSKEY_REFUSED')
    return grantProof(tx, { phone: member.username, purpose: body.purpose }, now)
  })
}
