import type { Call } from '#api/contract/call.ts'
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
import type { RequestContext } from '../../http/route.ts'

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

interface AccountAsked {
  account: { bankCode: string; bankAccountNo: string }
  from: RequestSource
  /** The calling operation; left out for a call that is none. */
  operation?: Pick<RequestContext<Call>, 'db' | 'onRollback'>
}

/**
 * The same for a bank account that somebody registers with, or a member wants to be paid to. The refusal does not say until when: whoever
 * types a number need not be its owner.
 */
export async function refuseBankAccountOnBreak(
  app: AppContext,
  { account, from, operation }: AccountAsked,
): Promise<void> {
  const found = await findBreakOfBankAccount(operation?.db ?? app.db, account, app.clock.now())
  if (!found) return
  const write = () => refused(app, found, { by: 'bank-account', from })
  if (operation) operation.onRollback(write)
  else await write()
  throw new ApiError('PLAY_BREAK')
}

const refused = (app: AppContext, { memberId }: PlayBreak, { by, from }: { by: By; from: RequestSource }) =>
  recordFailure(
    app,
    { kind: 'registration-refused', actor: 'stranger', memberId, from, after: { by } },
    memberId,
  )
