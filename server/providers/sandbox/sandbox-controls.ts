import type { GamePlayer } from '../games.ts'
import type { Arrival, ArrivalList } from './arrivals.ts'
import type { ProviderBook } from './provider-book.ts'
import type { ForcedSpins } from './forced-spins.ts'
import type { SandboxSwitches } from './switches.ts'
import type { TicketOffice } from './ticket-store.ts'

/** How a player got to the provider's page, besides who it is. */
export interface GameVisit extends GamePlayer {
  by: Arrival['by']
  /** Hidden fields that came with the form, by name. */
  fields: Record<string, string>
}

/** What the sandbox's console and its provider pages turn. */
export interface SandboxControls {
  readonly switches: SandboxSwitches
  readonly forcedSpins: ForcedSpins
  readonly launches: TicketOffice<GamePlayer>
  readonly visits: TicketOffice<GameVisit>
  readonly arrivals: ArrivalList
  readonly moves: ProviderBook
}
