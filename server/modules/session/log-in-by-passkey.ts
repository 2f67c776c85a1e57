import { eq } from 'drizzle-orm'
import type { beginPasskeyLogin, loginByPasskey } from '#api/contract/passkey.ts'
import { knownDevice } from '../../auth/device-cookie.ts'
import { newChallenge, notePasskeyUse, requestOptions, verifyAssertion } from '../../auth/passkeys.ts'
import { recordFailure } from '../../auth/record-failure.ts'
import { members } from '../../database/schema/members.ts'
import { readSetting } from '../../database/settings.ts'
import { ApiError } from '../../http/api-error.ts'
import type { RequestContext } from '../../http/route.ts'
import { admit } from './log-in.ts'

/** The browser offers the passkeys that it has for this site: the server names none, so that it does not reveal who is a member. */
export async function beginLoginByPasskey({ app, db, origin }: RequestContext<typeof beginPasskeyLogin>) {
  const challenge = await newChallenge(db, { purpose: 'sign-in', origin }, app.clock.now())
  return requestOptions(challenge, origin, [])
}

/** Signs in the member whose passkey signed the challenge. */
export async function logInByPasskey(context: RequestContext<typeof loginByPasskey>) {
  const { app, db, body, origin, deviceCookie } = context
  if (!(await readSetting(db, 'active'))) throw new ApiError('GONE')
  const now = app.clock.now()
  const { used, memberId } = await verifyAssertion(db, body.credential, { purpose: 'sign-in', origin }, now)
  if (!used) {
    const event = { kind: 'sign-in-failed', actor: 'stranger', memberId, from: context } as const
    await recordFailure(app, { ...event, after: { reason: 'wrong' } }, memberId ?? 'passkey')
    throw new ApiError('PASSKEY_REFUSED')
  }
  const [found] = await db.select().from(members).where(eq(members.id, used.memberId))
  if (!found) throw new Error('The member is gone')
  return admit(app, found, {
    from: context,
    device: await knownDevice(db, deviceCookie, found),
    isStillProven: (tx) => notePasskeyUse(tx, used, now),
    refusal: 'PASSKEY_REFUSED',
  })
}
