import { eq, inArray } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import { activateBonus, clearBonus } from '#api/contract/bonus.ts'
import { bonusReceipts, userBonuses } from '../../database/schema/bonuses.ts'
import type { Due } from '../../database/test-due.ts'
import type { CodeWays } from '../../http/test-code-world.ts'
import { type MoneyOperation, moneyOperation, nothing, pick } from '../test-money-operation.ts'
import type { TestMember } from '../test-server.ts'

const OFFERS = ['WELCOME', 'DAILY', 'WEEKLY', 'LUCKY']

export const moneyOperations: readonly MoneyOperation[] = [
  moneyOperation(activateBonus, {
    cases: { 'a bonus activated': () => ({ params: { code: 'WELCOME' } }) },
    drawn: ({ one }) => ({ params: { code: pick(OFFERS, one) ?? '' } }),
  }),
  moneyOperation(clearBonus, {
    cases: {
      'a bonus ended': async ({ member }) => {
        await member.request(activateBonus, { params: { code: 'LUCKY' } })
        return {}
      },
    },
    drawn: nothing,
  }),
]

const bonusesOf = (memberId: string) =>
  new QueryBuilder()
    .select({ id: userBonuses.id })
    .from(userBonuses)
    .where(eq(userBonuses.memberId, memberId))

export const due: readonly Due[] = [
  { table: bonusReceipts, of: (memberId) => inArray(bonusReceipts.userBonusId, bonusesOf(memberId)) },
]

const take = ({ request }: TestMember, code: string) => request(activateBonus, { params: { code } })

export const codes: CodeWays = {
  activateBonus: {
    BONUS_REMAINING: async ({ player }) => {
      const member = await player()
      await take(member, 'WELCOME')
      return take(member, 'WEEKLY')
    },
    BONUS_ALREADY_ACTIVE: async ({ player }) => {
      const member = await player()
      await take(member, 'WELCOME')
      return take(member, 'WELCOME')
    },
    BONUS_MAX_CLAIMED: async ({ player }) => {
      const member = await player()
      for (const _ of [1, 2]) {
        await take(member, 'LUCKY')
        await member.request(clearBonus)
      }
      return take(member, 'LUCKY')
    },
    BONUS_CONDITION: async ({ server }) => take(await server.newMember(), 'DAILY'),
  },
  clearBonus: {
    BONUS_CLEAR: async ({ player }) => {
      const member = await player()
      await take(member, 'LUCKY')
      return member.request(clearBonus)
    },
    BONUS_CONDITION: async ({ player }) => {
      const member = await player()
      await take(member, 'WELCOME')
      return member.request(clearBonus)
    },
  },
}
