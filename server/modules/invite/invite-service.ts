import { eq, sql } from 'drizzle-orm'
import type { claimInviteBonus } from '#api/contract/invite.ts'
import { sessionWith } from '../../auth/sessions.ts'
import type { Database } from '../../database/database.ts'
import { members } from '../../database/schema/members.ts'
import { readSetting, type Setting, settingOf, storedSetting } from '../../database/settings.ts'
import { operationBy } from '../../http/operations/operation-by.ts'
import type { Begun } from '../../http/operations/operation.ts'
import type { BeginContext, EncodeReply } from '../../http/route.ts'

/** How many members joined by this one's invitation. */
export const friendsOf = (db: Database, memberId: string) =>
  db.$count(members, eq(members.invitedBy, memberId))

const inviteClaim = operationBy<{ amount: number }>('invite_claim')

/** Satang that friends have earned for the member and that is not claimed yet, as a column of a query for members. */
export const unclaimedEarnings = sql`(
    select coalesce(sum(amount), 0) from invite_earnings where member_id = members.id and claimed_at is null
  )`.mapWith(Number)

export const earnedWithSession = sessionWith({ rule: storedSetting('invite'), earned: unclaimedEarnings })

/** Pays everything earned and not claimed yet. Refuses with INVITE_INACTIVE while the house invites nobody. */
export function claimEarned(
  context: BeginContext<typeof claimInviteBonus, { rule: unknown; earned: number }>,
  bodyOf: EncodeReply<typeof claimInviteBonus>,
): Promise<Begun> {
  const { app, member, operationId, along } = context
  const { enabled } = settingOf('invite', along.rule)
  return inviteClaim(context, (told) => {
    const amount = told?.amount ?? along.earned
    return {
      refusal: enabled ? undefined : { code: 'INVITE_INACTIVE', details: {} },
      given: { amount, operation: operationId },
      body: bodyOf({ amount, message: 'INVITE_BONUS_SUCCESS' }),
      afterCommit: [() => app.realtime.walletChanged(member.id, 'invite')],
    }
  })
}

/** What a friend must do for the member to earn. */
export async function inviteTerms(db: Database, { enabled, firstDeposit }: Setting<'invite'>) {
  if (!enabled || firstDeposit <= 0) return {}
  const { inviteMinimum, inviteTurnoverTimes } = await readSetting(db, 'depositTerms')
  const terms = {
    amount: firstDeposit,
    firstDeposit: inviteMinimum,
    turnoverTimes: inviteTurnoverTimes,
  }
  return { terms }
}
