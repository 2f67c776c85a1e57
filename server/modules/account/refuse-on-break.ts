import type { RequestSource } from '../../auth/audit-trail.ts'
import {
  findBreak,
  findBreakOfBankAccount,
  findBreakOfDevice,
  type PlayBreak,
} from '../../auth/play-breaks.ts'
import { recordFailure } from '../../auth/record-failure.ts'
import type { AppContext } from '../../context.ts'
import { ApiError } from '../../http/api-error.ts'

type By = 'phone' | 'bank-account' | 'device'

/** Refuses a registration while the owner of the phone, or somebody who signed in on this device, has a break. */
export async function refuseOnBreak(
  app: AppContext,
  { memberId, from }: { memberId: string | undefined; from: RequestSource },
): Promise<void> {
  const now = app.clock.now()
  const ofPhone = memberId === undefined ? undefined : await findBreak(app.db, memberId, now)
  const found = ofPhone ?? (await findBreakOfDevice(app.db, from.deviceCookie, now))
  if (!found) return
  await refused(app, found, { by: ofPhone ? 'phone' : 'device', from })
  const details = { reason: found.kind, until: found.endsAt.toISOString() }
  throw new ApiError('PLAY_BREAK', undefined, details)
}

/** The same for a bank account. Whoever types a number is not its owner for that, and does not learn until when. */
export async function refuseBankAccountOnBreak(
  app: AppContext,
  { account, from }: { account: { bankCode: string; bankAccountNo: string }; from: RequestSource },
): Promise<void> {
  const found = await findBreakOfBankAccount(app.db, account, app.clock.now())
  if (!found) return
  await refused(app, found, { by: 'bank-account', from })
  throw new ApiError('PLAY_BREAK')
}

const refused = (app: AppContext, { memberId }: PlayBreak, { by, from }: { by: By; from: RequestSource }) =>
  recordFailure(
    app,
    { kind: 'registration-refused', actor: 'stranger', memberId, from, after: { by } },
    memberId,
  )
