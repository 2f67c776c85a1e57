export interface RewardTerms {
  /** Satang. */
  rewardAmount: number
  rewardPercent: number
  /** Satang; null: no ceiling. */
  rewardMax: number | null
  turnoverTimes: number
}

/** Satang that the terms give on a wallet of so many satang: the fixed sum and the share of it, rounded down. */
export function rewardOf(terms: RewardTerms, wallet: number): number {
  // The percentage has two decimals: counted in ten-thousandths, by whole numbers.
  const share = Number((BigInt(wallet) * BigInt(Math.round(terms.rewardPercent * 100))) / 10_000n)
  return terms.rewardAmount + Math.min(share, terms.rewardMax ?? share)
}

/** Satang that must be played before the reward is the member's to keep. */
export const turnoverOf = (terms: RewardTerms, reward: number): number => reward * terms.turnoverTimes
