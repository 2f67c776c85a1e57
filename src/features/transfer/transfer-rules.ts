import { type GameSlot, MIN_TRANSFER, WALLET } from '#api/contract/wallet.ts'
import type { AmountLimits } from '#lib/money/amount-schema.ts'
import { sumSatang } from '#lib/money/money.ts'

/** All games together; a name that is not sent to the backend. */
export const everyGame = 'GAMES'

/** What is moved, each game that it comes from, and the button, while they load. */
export const collectShape = ['label', 'words', 'line', 'button'] as const

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
  /** Played, or moved money into, on this phone. */
  isUsed?: boolean
}

interface Holdings {
  wallet: { amount: number }
  slots: readonly Pick<GameSlot, 'code' | 'name' | 'logo' | 'amount' | 'isActive' | 'closed'>[]
}

/** The wallet, then every open account: those in `lastUsed` (codes, newest first), the others by balance. */
export function accountsOf({ wallet, slots }: Holdings, lastUsed: readonly string[] = []): Account[] {
  const place = (code: string) => (lastUsed.includes(code) ? lastUsed.indexOf(code) : lastUsed.length)
  const games = slots
    .filter((slot) => slot.isActive)
    .map(({ code, name, logo, amount, closed }) => {
      const isUsed = lastUsed.includes(code)
      return { code, name, logo, balance: amount, closed, ...(isUsed && { isUsed }) }
    })
    .sort((a, b) => place(a.code) - place(b.code) || b.balance - a.balance)
  return [{ code: WALLET, balance: wallet.amount }, ...games]
}

/**
 * The default accounts: from the first game that holds money into the wallet, or from the wallet into the game used last if none
 * does.
 */
export function startingAccounts(accounts: readonly Account[], from?: string): { from: string; to: string } {
  const games = accounts.filter((account) => account.code !== WALLET)
  const given = accounts.find((account) => account.code === from)?.code
  const first = games.find((game) => game.balance > 0)?.code
  const start = given ?? first ?? WALLET
  const [game, ...others] = games.filter(({ closed }) => !closed)
  const isObvious = game && (others.length === 0 || game.isUsed)
  return { from: start, to: start !== WALLET ? WALLET : isObvious ? game.code : '' }
}

export function transferLimits(accounts: readonly Account[], from: string): AmountLimits {
  return { minimum: MIN_TRANSFER, available: accounts.find((account) => account.code === from)?.balance }
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
 * Everything that can be moved into one account: of the wallet for a game, of the games for the wallet; and that account's balance
 * afterwards. In satang.
 */
export function everythingTo(accounts: readonly Account[], to: string) {
  const isSource = ({ code, balance }: Account) => (code === WALLET) !== (to === WALLET) && balance > 0
  const sources = accounts.filter((account) => isSource(account))
  const satang = sumSatang(sources.map(({ balance }) => balance))
  const before = accounts.find(({ code }) => code === to)?.balance ?? 0
  return { satang, after: before + satang }
}
