export interface RewardTerms {
  /** Satang. */
  rewardAmount: number
  rewardPercent: number
  /** Satang; null: no maximum. */
  rewardMax: number | null
  turnoverTimes: number
}

/** The reward in satang for a wallet of this many satang: the fixed sum plus the percentage, rounded down. */
export function rewardOf(terms: RewardTerms, wallet: number): number {
  // The percentage has two decimals, so it is calculated in integers of ten-thousandths.
  const share = Number((BigInt(wallet) * BigInt(Math.round(terms.rewardPercent * 100))) / 10_000n)
  return terms.rewardAmount + Math.min(share, terms.rewardMax ?? share)
}

/** The turnover in satang before the reward can be withdrawn. */
export const turnoverOf = (terms: RewardTerms, reward: number): number => reward * terms.turnoverTimes
