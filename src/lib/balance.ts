import { sumSatang } from './money.ts'

/** Of a wallet, what its balance is made of: satang. */
interface Amounts {
  wallet: { amount: number }
  slots: readonly { amount: number }[]
}

/** Satang. */
export interface Balance {
  cash: number
  inGames: number
  total: number
}

/** The one balance that is shown: the wallet and what stands in every game, in whole satang. */
export function totalBalance({ wallet, slots }: Amounts): number {
  return sumSatang([wallet.amount, ...slots.map((slot) => slot.amount)])
}

export function splitBalance(wallet: Amounts): Balance {
  const total = totalBalance(wallet)
  const cash = wallet.wallet.amount
  return { cash, inGames: total - cash, total }
}

/** While the home page is open the wallet is asked for this often; twice that without an answer, and it is old. */
export const askEveryMs = 60_000
const oldAfterMs = 2 * askEveryMs

/** Whether a balance may still be shown as what the member has now. */
export function isStale(state: {
  online: boolean
  failed: boolean
  updatedAt: number
  now: number
}): boolean {
  // What seems to be yet to come is of a time before the phone's clock was set: nobody knows how old it is.
  return !state.online || state.failed || Math.abs(state.now - state.updatedAt) > oldAfterMs
}
