import { and, eq, isNull } from 'drizzle-orm'
import { claimInviteBonus, inviteBanners, listInvites } from '#api/contract/invite.ts'
import { sumSatang } from '#lib/money.ts'
import type { Database } from '../../database/database.ts'
import { members } from '../../database/schema/members.ts'
import { inviteEarnings } from '../../database/schema/rewards.ts'
import { ApiError } from '../../http/api-error.ts'
import { readPage } from '../../http/read-page.ts'
import { route, type Route } from '../../http/route.ts'
import { house, walletOf } from '../../ledger/accounts.ts'
import { post } from '../../ledger/post.ts'
import { activeRewardOf } from '../bonus/active-reward.ts'
import { readSetting } from '../../database/settings.ts'

const friendsOf = (db: Database, memberId: string) => db.$count(members, eq(members.invitedBy, memberId))

/** Why nothing can be claimed: all was claimed before, no friend has earned anything yet, or there is no friend. */
async function whyNothing(db: Database, memberId: string) {
  if ((await db.$count(inviteEarnings, eq(inviteEarnings.memberId, memberId))) > 0) return 'INVITE_COLLECT'
  return (await friendsOf(db, memberId)) > 0 ? 'NO_INVITEE_PLAY_INFO' : 'NO_INVITE_BONUS'
}

/** Pays everything earned and not claimed yet; returns satang. */
async function claimEarnings(
  db: Database,
  memberId: string,
  operationId: string,
  now: Date,
): Promise<number> {
  const { enabled } = await readSetting(db, 'invite')
  if (!enabled) throw new ApiError('INVITE_INACTIVE')
  if (await activeRewardOf(db, memberId)) throw new ApiError('BONUS_REMAINING')
  const claimed = await db
    .update(inviteEarnings)
    .set({ claimedAt: now })
    .where(and(eq(inviteEarnings.memberId, memberId), isNull(inviteEarnings.claimedAt)))
    .returning({ amount: inviteEarnings.amount })
  const amount = sumSatang(claimed.map((earning) => earning.amount))
  if (amount === 0) throw new ApiError(await whyNothing(db, memberId))
  await post(db, {
    operationId: `invite:${operationId}`,
    kind: 'invite',
    legs: [
      { account: house.invite, amount: -amount },
      { account: walletOf(memberId), amount },
    ],
    statements: [{ memberId, type: 'bonus', amount, to: 'WALLET', source: 'invite' }],
  })
  return amount
}

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

export const inviteRoutes: readonly Route[] = [
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

  route(
    claimInviteBonus,
    async ({ app, db, member, operationId, afterCommit }) => {
      const amount = await claimEarnings(db, member.id, operationId, app.clock.now())
      afterCommit(() => app.realtime.walletChanged(member.id, 'invite'))
      return { amount, message: 'INVITE_BONUS_SUCCESS' }
    },
    { failure: 'INVITE_BONUS_FAIL' },
  ),

  route(inviteBanners, async ({ db }) => {
    const { banners } = await readSetting(db, 'invite')
    return { banners }
  }),
]
