import type { GameSlot } from '#api/contract/wallet.ts'
import type { AmountLimits } from '#lib/amount-schema.ts'
import { sumSatang } from '#lib/money.ts'

export const walletCode = 'WALLET'
/** All games together; a name that is not sent to the backend. */
export const everyGame = 'GAMES'
/** Satang: one baht. */
const minimum = 100

export interface Account {
  /** `WALLET` or a game's code. */
  code: string
  /** Missing for the wallet, whose name is translated. */
  name?: string
  logo?: string
  /** Satang. */
  balance: number
  /** It can only be emptied. */
  closed?: boolean | undefined
}

interface Holdings {
  wallet: { amount: number }
  slots: readonly Pick<GameSlot, 'code' | 'name' | 'logo' | 'amount' | 'isActive' | 'closed'>[]
}

/** The wallet, then every open account by balance. */
export function accountsOf({ wallet, slots }: Holdings): Account[] {
  const games = slots
    .filter((slot) => slot.isActive)
    .map(({ code, name, logo, amount, closed }) => ({ code, name, logo, balance: amount, closed }))
    .sort((a, b) => b.balance - a.balance)
  return [{ code: walletCode, balance: wallet.amount }, ...games]
}

/** The default accounts: from the game with the largest balance into the wallet, or from the wallet if no game holds money. */
export function startingAccounts(accounts: readonly Account[], from?: string): { from: string; to: string } {
  const games = accounts.filter((account) => account.code !== walletCode)
  const given = accounts.find((account) => account.code === from)?.code
  const fullest = games.find((game) => game.balance > 0)?.code
  const start = given ?? fullest ?? walletCode
  const [onlyGame, ...others] = games.filter(({ closed }) => !closed)
  return {
    from: start,
    to: start !== walletCode ? walletCode : others.length > 0 ? '' : (onlyGame?.code ?? ''),
  }
}

export function transferLimits(accounts: readonly Account[], from: string): AmountLimits {
  return { minimum, available: accounts.find((account) => account.code === from)?.balance }
}

/** The balances of both accounts after the transfer; undefined while they cannot be calculated. */
export function afterTransfer(
  from: Account | undefined,
  to: Account | undefined,
  satang: number | undefined,
) {
  if (!from || !to || from.code === to.code || satang === undefined || satang > from.balance) return undefined
  return { from: from.balance - satang, to: to.balance + satang }
}

/**
 * What moving everything into one account moves (the wallet for a game, the games for the wallet), and that account's balance
 * afterwards; in satang.
 */
export function everythingTo(accounts: readonly Account[], to: string) {
  const isSource = ({ code, balance }: Account) =>
    (code === walletCode) !== (to === walletCode) && balance > 0
  const sources = accounts.filter((account) => isSource(account))
  const satang = sumSatang(sources.map(({ balance }) => balance))
  const before = accounts.find(({ code }) => code === to)?.balance ?? 0
  return { satang, after: before + satang }
}
