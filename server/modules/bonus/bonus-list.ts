import { asc, desc, eq, getTableColumns, inArray } from 'drizzle-orm'
import type { listBonuses } from '#api/contract/bonus.ts'
import type { ReplyInput } from '#api/contract/call.ts'
import type { RewardTerms } from '#lib/money/reward-terms.ts'
import type { Database } from '../../database/database.ts'
import type { Locale } from '#lib/text/locale-codes.ts'
import { inLocale } from '../../database/localized.ts'
import { bonuses, bonusReceipts, userBonuses } from '../../database/schema/bonuses.ts'
import { members } from '../../database/schema/members.ts'
import { toPlayOf } from '../../deposits/active-reward.ts'

/** The terms by which an offer pays, as the wire names them. */
export const termsOf = ({
  rewardAmount,
  rewardPercent,
  rewardMax,
  turnoverTimes,
  termsVersion,
}: RewardTerms & { termsVersion: string }) => ({
  rewardTerms: { rewardAmount, rewardPercent, rewardMax, turnoverTimes },
  termsVersion,
})

/** The bonuses on offer, with the member's receipts of each, and what is left to play of the active one. */
export async function bonusList(
  db: Database,
  memberId: string,
  locale: Locale,
): Promise<ReplyInput<typeof listBonuses>> {
  const offered = await db
    .select()
    .from(bonuses)
    .where(eq(bonuses.enabled, true))
    .orderBy(asc(bonuses.position), asc(bonuses.code))
  const taken = await db
    .select({ ...getTableColumns(userBonuses), turnover: members.turnover })
    .from(userBonuses)
    .innerJoin(members, eq(members.id, userBonuses.memberId))
    .where(eq(userBonuses.memberId, memberId))
  const receipts = await db
    .select()
    .from(bonusReceipts)
    .where(
      inArray(
        bonusReceipts.userBonusId,
        taken.map(({ id }) => id),
      ),
    )
    .orderBy(desc(bonusReceipts.userBonusId), desc(bonusReceipts.id))

  return offered.map((bonus) => {
    const { code, name, type, maxReceived, banners } = bonus
    const mine = taken.find(({ bonusCode }) => bonusCode === code)
    return {
      code,
      name: inLocale(name, locale),
      type,
      maxReceived,
      percentFail: (mine?.isActive ? mine : bonus).percentFail,
      // The offer's present terms would not be those that the member took it on.
      ...(!mine?.isActive && termsOf(bonus)),
      banners: banners.map(({ image, html }) => ({ image, html: inLocale(html, locale) })),
      userBonus: mine
        ? {
            _id: mine.id,
            isActive: mine.isActive,
            received: receipts
              .filter(({ userBonusId }) => userBonusId === mine.id)
              .map(({ updatedAt }) => ({ updatedAt: updatedAt.toISOString() })),
          }
        : null,
      ...(mine?.isActive && {
        toPlay: toPlayOf({ ...mine, turnoverDone: mine.turnover - mine.turnoverAtStart }),
      }),
    }
  })
}
