import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Database } from '../../database/database.ts'
import { providerTransfers } from '../../database/schema/provider-transfers.ts'
import { balancesOf } from '../../ledger/balances.ts'
import type { GamePlayer, GamesProvider } from '../games.ts'
import type { ProviderBook } from './provider-book.ts'
import type { SandboxSwitches } from './switches.ts'
import type { TicketOffice } from './ticket-store.ts'

/** What the UFABET form wants sent back: the state of a page that only the provider understands. */
const pageState = () => ({
  __VIEWSTATE: randomBytes(48).toString('base64'),
  // A letter first: the server refuses a form's text that reads as a number too large, such as 1234E567.
  __VIEWSTATEGENERATOR: `C${randomBytes(4).toString('hex').slice(1).toUpperCase()}`,
  __EVENTVALIDATION: randomBytes(32).toString('base64'),
})

/**
 * Game providers that keep no books: what a player has is what the ledger's account of the game holds, and what unfinished transfers have
 * not taken out yet or have already brought; the password is the one that the member is shown. Their pages are at `/sandbox/games`.
 */
export function sandboxGames(
  db: Database,
  switches: SandboxSwitches,
  launches: TicketOffice<GamePlayer>,
  book: ProviderBook,
): GamesProvider {
  return {
    openAccount: async ({ gameCode, memberId }) => {
      switches.failIfArmed(`game:${gameCode}`)
      switches.hangUpIfArmed(`game:${gameCode}:lost`)
      return {
        username: `${gameCode}${memberId}`.toLowerCase(),
        event: gameCode === 'UFABET' ? pageState() : null,
      }
    },
    setPassword: async ({ gameCode }) => {
      switches.failIfArmed(`game:${gameCode}`)
      switches.hangUpIfArmed(`game:${gameCode}:lost`)
    },
    balance: async ({ gameCode, memberId }) => {
      const held = (await balancesOf(db, memberId)).games[gameCode] ?? 0
      const { moves } = providerTransfers
      const rows = await db
        .select({ moves })
        .from(providerTransfers)
        .where(eq(providerTransfers.memberId, memberId))
      return rows
        .flatMap((row) => row.moves)
        .filter((move) => move.gameCode === gameCode && book.isMade(move) === move.amount > 0)
        .reduce((sum, { amount }) => sum + Math.abs(amount), held)
    },
    move: async (move) => {
      switches.failIfArmed(`game:${move.gameCode}`)
      book.make(move)
      switches.failIfArmed(`game:${move.gameCode}:after`)
      switches.hangUpIfArmed(`game:${move.gameCode}:lost`)
    },
    cancel: async (move) => book.cancel(move),
    launchLink: async (player) => {
      switches.failIfArmed(`game:${player.gameCode}`)
      return `/sandbox/games/${player.gameCode}?ticket=${launches.issue(player)}`
    },
  }
}
