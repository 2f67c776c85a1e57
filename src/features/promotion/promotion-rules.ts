import type { Bonus } from '#api/contract/bonus.ts'
import { countedSince } from '#lib/receipt-period.ts'

type Receipts = Pick<Bonus, 'type' | 'maxReceived' | 'userBonus'>

/** How often the member has had it in the period that counts: all time, today or this week (from Monday) in Bangkok. */
export function receivedTimes({ type, userBonus }: Receipts, now: number): number {
  const since = countedSince(type, now)
  return (userBonus?.received ?? []).filter(({ updatedAt }) => Date.parse(updatedAt) >= since).length
}

/** It has been received as often as it is given for now. */
export const isReceivedOut = (bonus: Receipts, now: number): boolean =>
  receivedTimes(bonus, now) >= bonus.maxReceived

export type BonusState = 'current' | 'received' | 'open'

/** The one that runs stays open to be read, also where it was received for the last time. */
export function bonusState(bonus: Receipts, now: number): BonusState {
  if (bonus.userBonus?.isActive) return 'current'
  return isReceivedOut(bonus, now) ? 'received' : 'open'
}

export const bonusName = ({ name, code }: Pick<Bonus, 'name' | 'code'>): string => name || code

/** The site's notice for one offer. What is put in is a number, so it can only ever be text. */
export function noticeFor(notice: string, percentFail: number | null): string {
  return notice.replaceAll('%percentFail%', () => String(percentFail ?? '–'))
}

/** As it is looked up and activated. */
export const promotionCode = (typed: string): string => typed.trim().toUpperCase()
