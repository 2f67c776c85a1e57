import { type Clock, MINUTE } from '../../clock.ts'
import type { Database } from '../../database/database.ts'
import type { Keyring } from '../../encryption/keyring.ts'
import type { FileStore } from '../../files/store.ts'
import type { GamePlayer } from '../games.ts'
import type { Providers } from '../providers.ts'
import type { GameVisit } from './sandbox-controls.ts'
import { arrivalList } from './arrivals.ts'
import { providerBook } from './provider-book.ts'
import { sandboxBank } from './sandbox-bank.ts'
import { sandboxGames } from './sandbox-games.ts'
import { sandboxQr } from './sandbox-qr.ts'
import { sandboxSms } from './sandbox-sms.ts'
import { forcedSpins } from './forced-spins.ts'
import { sandboxSwitches } from './switches.ts'
import { createTicketStore } from './ticket-store.ts'

/** The whole outside world of the sandbox. */
export function sandboxWorld(db: Database, files: FileStore, keys: Keyring, clock: Clock): Providers {
  const switches = sandboxSwitches()
  const launches = createTicketStore<GamePlayer>({ db, keys, clock, name: 'launch', lifetime: MINUTE })
  const visits = createTicketStore<GameVisit>({ db, keys, clock, name: 'visit', lifetime: 60 * MINUTE })
  const moves = providerBook()
  return {
    bank: sandboxBank(db, switches),
    sms: sandboxSms(db, switches),
    qr: sandboxQr(switches),
    games: sandboxGames(db, switches, launches, moves),
    files,
    sandbox: { switches, forcedSpins: forcedSpins(), launches, visits, arrivals: arrivalList(), moves },
  }
}
