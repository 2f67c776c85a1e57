/** What an offer pays, and what it asks for. The app computes by these functions what the database does (`reward_of`); a test compares them. */
export interface RewardTerms {
  /** Satang. */
  rewardAmount: number
  /** Of the wallet, with at most two decimals. */
  rewardPercent: number
  /** The most that the percentage pays, in satang; null: no maximum. */
  rewardMax: number | null
  /** How many times the reward must be played for. */
  turnoverTimes: number
}

/** Hundredths of a percent, a whole number: a percentage has at most two decimals. */
export const hundredthsOf = (percent: number): number => Math.round(percent * 100)

/** The share in satang, rounded down. */
export const shareOf = (satang: number, percent: number): number =>
  Number((BigInt(satang) * BigInt(hundredthsOf(percent))) / 10_000n)

/** The reward in satang for a wallet of this many satang: the fixed sum plus the percentage, rounded down. */
export function rewardOf(terms: RewardTerms, wallet: number): number {
  const share = shareOf(wallet, terms.rewardPercent)
  return terms.rewardAmount + Math.min(share, terms.rewardMax ?? share)
}

/** The turnover in satang before the reward can be withdrawn. */
const turnoverOf = (terms: Pick<RewardTerms, 'turnoverTimes'>, reward: number): number =>
  reward * terms.turnoverTimes

/** In satang. No game accepts less, so a smaller balance counts as nothing. */
export const SMALLEST_STAKE = 100

/** `total`: all the member's money in satang when it began, with the reward. At or below the result it may be ended unplayed. */
export const endsBelow = (percentFail: number, total: number): number =>
  Math.max(shareOf(total, percentFail), SMALLEST_STAKE - 1)

/** Everything in satang. */
interface Holdings {
  wallet: number
  games: number
  /** The turnover that earlier deposits still need before money can be withdrawn. */
  toPlay: number
}

/** What comes of a deposit and then a claim, in satang. */
interface RewardPlan {
  reward: number
  /** What the wallet holds then. */
  wallet: number
  /** The turnover before money can be withdrawn: a round counts for the reward and for the deposits alike. */
  toPlay: number
  /** Undefined if the offer does not say when it may be ended early. */
  endsBelow: number | undefined
}

/** `depositTimes`: how many times a deposit must be played for before money can be withdrawn. */
export function planReward(
  terms: RewardTerms,
  percentFail: number | undefined,
  held: Holdings,
  { deposit, depositTimes = 0 }: { deposit: number; depositTimes?: number },
): RewardPlan {
  const before = held.wallet + deposit
  const reward = rewardOf(terms, before)
  const ofDeposits = held.toPlay + deposit * depositTimes
  return {
    reward,
    wallet: before + reward,
    toPlay: Math.max(turnoverOf(terms, reward), ofDeposits),
    endsBelow: percentFail === undefined ? undefined : endsBelow(percentFail, before + held.games + reward),
  }
}
