import type { addPasskey, beginPasskey } from '#api/contract/passkey.ts'
import { byMember, record } from '../../auth/audit-trail.ts'
import { deviceNameOf } from '../../auth/describe-device.ts'
import * as auth from '../../auth/passkeys.ts'
import { readerOf } from '../../auth/sessions.ts'
import { mayChange, countChange } from '../../auth/counted-changes.ts'
import { isUniqueViolation, onlyRow } from '../../database/query.ts'
import { passkeys } from '../../database/schema/passkeys.ts'
import { readSetting } from '../../database/settings.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Beforehand, RequestContext } from '../../http/route.ts'
import { tellOfChange } from '../../push/tell-of-change.ts'
import { confirmCaller } from '../session/confirm-caller.ts'
import { passkeyAddedMessage } from './passkey-messages.ts'

/** What the browser needs to make a passkey, which outlives the session. */
export async function beginAdding(context: RequestContext<typeof beginPasskey>) {
  const { app, db, member, body, origin } = context
  const now = app.clock.now()
  await confirmCaller(context, body.password)
  const known = await auth.findPasskeys(db, member.id)
  if (known.length >= auth.MAX_PASSKEYS) throw new ApiError('PASSKEY_LIMIT')
  if (!(await mayChange(db, member.id, 'passkey-added', now))) throw new ApiError('REQUEST_LIMIT')
  const challenge = await auth.newChallenge(db, { purpose: 'add', memberId: member.id, origin }, now)
  const { name } = await readSetting(db, 'info')
  return {
    challenge,
    rp: { id: auth.rpIdOf(origin), name },
    user: { id: auth.handleOf(member.id), name: member.username, displayName: member.name },
    pubKeyCredParams: auth.ALGORITHMS.map((alg) => ({ alg, type: 'public-key' as const })),
    timeout: auth.CHALLENGE_LIFE,
    // The browser refuses to make a second one where there is one.
    excludeCredentials: known.map(auth.descriptorOf),
    authenticatorSelection: {
      residentKey: 'required' as const,
      requireResidentKey: true,
      userVerification: 'required' as const,
    },
    attestation: 'none' as const,
    deviceName: deviceNameOf(context.userAgent, ' · '),
  }
}

/** Before the transaction, so that the challenge is spent whatever becomes of it. */
export async function checkNewPasskey({ app, member, body, origin }: Beforehand<typeof addPasskey>) {
  const asked = { memberId: member.id, origin }
  const made = await auth.verifyNewPasskey(app.db, body.credential, asked, app.clock.now())
  if (!made) throw new ApiError('PASSKEY_REFUSED')
  return made
}

/** Keeps the passkey and tells the member, by SMS in the language of the member's devices in use. Returns its id. */
export async function keepPasskey(
  context: RequestContext<typeof addPasskey>,
  made: auth.NewPasskey,
): Promise<string> {
  const { app, db, member, body, userAgent } = context
  const now = app.clock.now()
  // The operation holds the member's lock, so that no other adds one meanwhile.
  if ((await auth.countPasskeys(db, member.id)) >= auth.MAX_PASSKEYS) throw new ApiError('PASSKEY_LIMIT')
  if (!(await countChange(db, member.id, 'passkey-added', now))) throw new ApiError('REQUEST_LIMIT')
  const values = { ...made, memberId: member.id, name: body.name, createdAt: now }
  const rows = await db
    .insert(passkeys)
    .values(values)
    .returning({ id: passkeys.id })
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? new ApiError('PASSKEY_REFUSED') : error
    })
  const { id } = onlyRow(rows)
  await record(db, { ...byMember(context), kind: 'passkey-added', at: now })
  const reader = await readerOf(db, member.id, context)
  const text = passkeyAddedMessage[reader](deviceNameOf(userAgent, ', '), now)
  await tellOfChange(db, { member, event: 'passkey', tag: `passkey:${id}`, text })
  return id
}
