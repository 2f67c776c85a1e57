import { and, asc, desc, eq, getTableColumns, gte, or, sql } from 'drizzle-orm'
import type { listBonuses } from '#api/contract/bonus.ts'
import type { ReplyInput } from '#api/contract/call.ts'
import { countedSince } from '#lib/dates/receipt-period.ts'
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

/**
 * The bonuses on offer, with those of the member's receipts that count against each one's limit, and what is left to play of the active
 * one.
 */
export async function bonusList(
  db: Database,
  memberId: string,
  { locale, now }: { locale: Locale; now: number },
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
  const found = offered.map((bonus) => ({
    bonus,
    mine: taken.find(({ bonusCode }) => bonusCode === bonus.code),
  }))
  const { userBonusId, updatedAt } = bonusReceipts
  const counting = found.flatMap(({ bonus, mine }) =>
    mine ? [and(eq(userBonusId, mine.id), gte(updatedAt, new Date(countedSince(bonus.type, now))))] : [],
  )
  const receipts = await db
    .select()
    .from(bonusReceipts)
    // For no bonuses, none.
    .where(or(sql`false`, ...counting))
    .orderBy(desc(userBonusId), desc(bonusReceipts.id))

  return found.map(({ bonus, mine }) => {
    const { code, name, type, maxReceived, banners } = bonus
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
