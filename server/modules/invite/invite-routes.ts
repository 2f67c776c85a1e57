import { eq } from 'drizzle-orm'
import { claimInviteBonus, inviteBanners, listInvites } from '#api/contract/invite.ts'
import { members } from '../../database/schema/members.ts'
import { inviteEarnings } from '../../database/schema/rewards.ts'
import { inPart, readPage } from '../../http/read-page.ts'
import { route, routeInOneStatement, type Route } from '../../http/route.ts'
import { readSetting } from '../../database/settings.ts'
import { claimEarned, earnedWithSession, friendsOf, inviteTerms } from './invite-service.ts'

export const routes: readonly Route[] = [
  route(listInvites, async ({ db, member, body }) => {
    const mine = eq(inviteEarnings.memberId, member.id)
    const page = await readPage({
      scope: ['invites', member.id],
      body,
      order: { id: inviteEarnings.id },
      count: () => db.$count(inviteEarnings, mine),
      read: (part) =>
        inPart(
          db
            .select({
              id: inviteEarnings.id,
              name: members.name,
              amount: inviteEarnings.amount,
              createdAt: inviteEarnings.createdAt,
            })
            .from(inviteEarnings)
            .innerJoin(members, eq(members.id, inviteEarnings.fromMemberId))
            .$dynamic(),
          mine,
          part,
        ),
    })
    const invite = await readSetting(db, 'invite')
    return {
      total: page.total,
      cursor: page.cursor,
      invites: page.rows.map(({ name, amount, createdAt }) => ({
        from: { name },
        amount,
        createdAt: createdAt.toISOString(),
      })),
      banners: invite.banners,
      friends: await friendsOf(db, member.id),
      ...(await inviteTerms(db, invite)),
    }
  }),

  routeInOneStatement(claimInviteBonus, claimEarned, {
    withSession: earnedWithSession,
    failure: 'INVITE_BONUS_FAIL',
  }),

  route(inviteBanners, async ({ db }) => {
    const { banners } = await readSetting(db, 'invite')
    return { banners }
  }),
]
