import type { GameSlot } from '#api/contract/wallet.ts'
import type { AmountLimits } from '#lib/amount-schema.ts'
import { sumSatang } from '#lib/money.ts'

export const walletSide = 'WALLET'
/** Not of the wire: all games together. */
export const everyGame = 'GAMES'
/** Satang: one baht. */
const minimum = 100

export interface Side {
  /** `WALLET` or a game's code. */
  code: string
  /** Absent for the wallet, which every language names in its own way. */
  name?: string
  logo?: string
  /** Satang. */
  held: number
  /** Only to be emptied. */
  closed?: boolean | undefined
}

interface Holdings {
  wallet: { amount: number }
  slots: readonly Pick<GameSlot, 'code' | 'name' | 'logo' | 'amount' | 'isActive' | 'closed'>[]
}

/** The wallet, then every account that is open, the fullest first. */
export function sidesOf({ wallet, slots }: Holdings): Side[] {
  const games = slots
    .filter((slot) => slot.isActive)
    .map(({ code, name, logo, amount, closed }) => ({ code, name, logo, held: amount, closed }))
    .sort((a, b) => b.held - a.held)
  return [{ code: walletSide, held: wallet.amount }, ...games]
}

/** Where a transfer begins when nobody said: out of the fullest game into the wallet, or out of the wallet when no game holds money. */
export function startingSides(sides: readonly Side[], from?: string): { from: string; to: string } {
  const games = sides.filter((side) => side.code !== walletSide)
  const given = sides.find((side) => side.code === from)?.code
  const fullest = games.find((game) => game.held > 0)?.code
  const start = given ?? fullest ?? walletSide
  const [onlyGame, ...others] = games.filter(({ closed }) => !closed)
  return {
    from: start,
    to: start !== walletSide ? walletSide : others.length > 0 ? '' : (onlyGame?.code ?? ''),
  }
}

export function transferLimits(sides: readonly Side[], from: string): AmountLimits {
  return { minimum, available: sides.find((side) => side.code === from)?.held }
}

/** What both sides hold once it has moved; undefined while that cannot be said. */
export function afterTransfer(from: Side | undefined, to: Side | undefined, satang: number | undefined) {
  if (!from || !to || from.code === to.code || satang === undefined || satang > from.held) return undefined
  return { from: from.held - satang, to: to.held + satang }
}

/** What moving everything to one side takes: the wallet for a game, the games for the wallet; and what that side holds then. */
export function everythingTo(sides: readonly Side[], to: string) {
  const isSource = ({ code, held }: Side) => (code === walletSide) !== (to === walletSide) && held > 0
  const sources = sides.filter((side) => isSource(side))
  const satang = sumSatang(sources.map(({ held }) => held))
  const before = sides.find(({ code }) => code === to)?.held ?? 0
  return { sources, satang, after: before + satang }
}
