import { and, eq, isNotNull } from 'drizzle-orm'
import { activateBonus } from '#api/contract/bonus.ts'
import { claimInviteBonus } from '#api/contract/invite.ts'
import { inviteEarnings } from '../../database/schema/rewards.ts'
import type { Due } from '../../database/test-due.ts'
import type { CodeWays } from '../../http/test-code-world.ts'
import { type MoneyOperation, moneyOperation, nothing } from '../test-money-operation.ts'

export const moneyOperations: readonly MoneyOperation[] = [
  moneyOperation(claimInviteBonus, {
    cases: {
      'an invite bonus claimed': async ({ server, member }) => {
        await server.newMember({ invitedBy: member.id, wallet: 10_000 })
        return {}
      },
    },
    drawn: nothing,
  }),
]

export const due: readonly Due[] = [
  {
    table: inviteEarnings,
    of: (memberId) => and(eq(inviteEarnings.memberId, memberId), isNotNull(inviteEarnings.claimedAt)),
  },
]

const invite = { enabled: true, firstDeposit: 5_000, banners: [] }

export const codes: CodeWays = {
  claimInviteBonus: {
    INVITE_COLLECT: async ({ inviter }) => {
      const { request } = await inviter(10_000)
      await request(claimInviteBonus)
      return request(claimInviteBonus)
    },
    INVITE_INACTIVE: async ({ setting, inviter }) => {
      const { request } = await inviter(10_000)
      return setting('invite', { ...invite, enabled: false }, () => request(claimInviteBonus))
    },
    NO_INVITE_BONUS: async ({ inviter }) => (await inviter()).request(claimInviteBonus),
    NO_INVITEE_PLAY_INFO: async ({ inviter }) => (await inviter(0)).request(claimInviteBonus),
    INVITE_BONUS_SUCCESS: async ({ inviter }) => (await inviter(10_000)).request(claimInviteBonus),
    INVITE_BONUS_FAIL: async ({ inviter, broken }) =>
      broken((await inviter(10_000)).request.token, ({ request }) => request(claimInviteBonus)),
    BONUS_REMAINING: async ({ inviter }) => {
      const { request } = await inviter(10_000)
      await request(activateBonus, { params: { code: 'WELCOME' } })
      return request(claimInviteBonus)
    },
  },
}
