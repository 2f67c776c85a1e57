import { and, eq, sql } from 'drizzle-orm'
import { claimInviteBonus, inviteBanners, listInvites } from '#api/contract/invite.ts'
import { sessionWith } from '../../auth/sessions.ts'
import type { Database } from '../../database/database.ts'
import { members } from '../../database/schema/members.ts'
import { inviteEarnings } from '../../database/schema/rewards.ts'
import { operationBy } from '../../http/operations/operation-by.ts'
import { readPage } from '../../http/read-page.ts'
import { route, routeInOneStatement, type Route } from '../../http/route.ts'
import { readSetting, settingOf, storedSetting } from '../../database/settings.ts'

const friendsOf = (db: Database, memberId: string) => db.$count(members, eq(members.invitedBy, memberId))

const inviteClaim = operationBy<{ amount: number }>('invite_claim')

const earnedWithSession = sessionWith({
  rule: storedSetting('invite'),
  earned: sql`(
    select coalesce(sum(amount), 0) from invite_earnings where member_id = members.id and claimed_at is null
  )`.mapWith(Number),
})

/** Pays everything earned and not claimed yet. */
const claimRoute = routeInOneStatement(
  claimInviteBonus,
  (context, bodyOf) => {
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
  },
  { withSession: earnedWithSession, failure: 'INVITE_BONUS_FAIL' },
)

/** What a friend must do for the member to earn. */
async function inviteTerms(db: Database) {
  const { enabled, firstDeposit } = await readSetting(db, 'invite')
  if (!enabled || firstDeposit <= 0) return {}
  const { inviteMinimum, inviteTurnoverTimes } = await readSetting(db, 'depositTerms')
  const terms = {
    amount: firstDeposit,
    firstDeposit: inviteMinimum,
    turnoverTimes: inviteTurnoverTimes,
  }
  return { terms }
}

export const routes: readonly Route[] = [
  route(listInvites, async ({ db, member, body }) => {
    const mine = eq(inviteEarnings.memberId, member.id)
    const page = await readPage({
      scope: ['invites', member.id],
      body,
      order: { id: inviteEarnings.id },
      count: () => db.$count(inviteEarnings, mine),
      read: ({ rest, newestFirst, limit, offset }) =>
        db
          .select({
            id: inviteEarnings.id,
            name: members.name,
            amount: inviteEarnings.amount,
            createdAt: inviteEarnings.createdAt,
          })
          .from(inviteEarnings)
          .innerJoin(members, eq(members.id, inviteEarnings.fromMemberId))
          .where(and(mine, rest))
          .orderBy(...newestFirst)
          .limit(limit)
          .offset(offset),
    })
    const { banners } = await readSetting(db, 'invite')
    return {
      total: page.total,
      cursor: page.cursor,
      invites: page.rows.map(({ name, amount, createdAt }) => ({
        from: { name },
        amount,
        createdAt: createdAt.toISOString(),
      })),
      banners,
      friends: await friendsOf(db, member.id),
      ...(await inviteTerms(db)),
    }
  }),

  claimRoute,

  route(inviteBanners, async ({ db }) => {
    const { banners } = await readSetting(db, 'invite')
    return { banners }
  }),
]
