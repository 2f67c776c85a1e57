import type { UserWallet } from '#api/contract/wallet.ts'
import { totalBalance } from '#data/wallet-rules.ts'
import { bahtToSatang } from '#lib/money.ts'

/** Satang. */
export interface Balance {
  cash: number
  inGames: number
  total: number
}

export function splitBalance(wallet: Pick<UserWallet, 'wallet' | 'slots'>): Balance {
  const total = totalBalance(wallet)
  const cash = bahtToSatang(wallet.wallet.amount)
  return { cash, inGames: total - cash, total }
}

/** While the screen is open the wallet is asked for this often; twice that without an answer, and it is old. */
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
