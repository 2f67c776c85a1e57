import { sumSatang } from './money.ts'

/** The amounts of a wallet that make up its balance, in satang. */
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

/** The balance shown to the member, in satang: the wallet plus the money in all games. */
export function totalBalance({ wallet, slots }: Amounts): number {
  return sumSatang([wallet.amount, ...slots.map((slot) => slot.amount)])
}

export function splitBalance(wallet: Amounts): Balance {
  const total = totalBalance(wallet)
  const cash = wallet.wallet.amount
  return { cash, inGames: total - cash, total }
}

/** How often the open home page refetches the wallet. After two missed refetches the balance counts as stale. */
export const refetchEveryMs = 60_000
const oldAfterMs = 2 * refetchEveryMs

/** Whether a balance may no longer be shown as current. `updatedAt` and `now` in ms by the same clock. */
export function isStale(state: {
  online: boolean
  failed: boolean
  updatedAt: number
  now: number
}): boolean {
  // After the phone's clock was set back `updatedAt` lies in the future, and the real age is unknown.
  return !state.online || state.failed || Math.abs(state.now - state.updatedAt) > oldAfterMs
}
