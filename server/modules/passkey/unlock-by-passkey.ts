import type { beginUnlock, unlock as unlockCall } from '#api/contract/passkey.ts'
import * as auth from '../../auth/passkeys.ts'
import { ApiError } from '../../http/api-error.ts'
import type { RequestContext } from '../../http/route.ts'

/** A passkey of any age: it only shows that the person holding the device may see what this session shows already. */
export async function beginUnlocking({ app, db, member, origin }: RequestContext<typeof beginUnlock>) {
  const found = await auth.findPasskeys(db, member.id)
  if (found.length === 0) throw new ApiError('NO_DATA', 404)
  const asked = { purpose: 'unlock', memberId: member.id, origin } as const
  const challenge = await auth.newChallenge(db, asked, app.clock.now())
  return auth.requestOptions(challenge, origin, found)
}

export async function unlock({ app, db, member, body, origin }: RequestContext<typeof unlockCall>) {
  const now = app.clock.now()
  const asked = { purpose: 'unlock', memberId: member.id, origin } as const
  const { used } = await auth.verifyAssertion(db, body.credential, asked, now)
  if (!used || !(await auth.notePasskeyUse(db, used, now))) throw new ApiError('PASSKEY_REFUSED')
}
