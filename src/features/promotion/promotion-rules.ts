import type { Bonus } from '#api/contract/bonus.ts'
import type { Percent } from '#api/contract/fields.ts'
import { countedSince } from '#lib/dates/receipt-period.ts'

type Receipts = Pick<Bonus, 'type' | 'maxReceived' | 'userBonus'>

/** How often the member received it in the period that counts: in total, today, or this week (from Monday) in Bangkok. */
export function receivedTimes({ type, userBonus }: Receipts, now: number): number {
  const since = countedSince(type, now)
  return (userBonus?.received ?? []).filter(({ updatedAt }) => Date.parse(updatedAt) >= since).length
}

/** Received as often as its limit allows for now. */
export const isReceivedOut = (bonus: Receipts, now: number): boolean =>
  receivedTimes(bonus, now) >= bonus.maxReceived

export type BonusState = 'current' | 'received' | 'open'

/** The active bonus stays readable, also when it was received for the last time. */
export function bonusState(bonus: Receipts, now: number): BonusState {
  if (bonus.userBonus?.isActive) return 'current'
  return isReceivedOut(bonus, now) ? 'received' : 'open'
}

/** The bonus whose offer stands beside the list: the chosen one, else the one in use, else the first that can be claimed. */
export function bonusBeside(bonuses: readonly Bonus[], chosen: string | undefined, now: number) {
  const first = (state: BonusState) => bonuses.find((bonus) => bonusState(bonus, now) === state)
  return bonuses.find(({ code }) => code === chosen) ?? first('current') ?? first('open') ?? bonuses[0]
}

export const bonusName = ({ name, code }: Pick<Bonus, 'name' | 'code'>): string => name || code

/** The site's notice for one offer. Words take the place of the percent sign too, and can add no markup. */
export function noticeFor(notice: string, percentFail: Percent): string {
  return notice.replaceAll(/%percentFail%(%?)/gu, (_, sign: string) =>
    typeof percentFail === 'number' ? `${percentFail}${sign}` : asMarkup(percentFail ?? '–'),
  )
}

const asMarkup = (words: string): string =>
  words.replaceAll(/[<>&"']/gu, (sign) => `&#${sign.charCodeAt(0)};`)

/** The code in the form in which it is looked up and activated. */
export const promotionCode = (typed: string): string => typed.trim().toUpperCase()
