import type { BankProvider } from './bank.ts'
import type { FileStore } from '../files/store.ts'
import type { GamesProvider } from './games.ts'
import type { QrProvider } from './qr.ts'
import type { SandboxControls } from './sandbox/sandbox-controls.ts'
import type { SmsGateway } from './sms.ts'

/** The outside world, each part behind an interface of its own. */
export interface Providers {
  readonly bank: BankProvider
  readonly sms: SmsGateway
  readonly qr: QrProvider
  readonly games: GamesProvider
  readonly files: FileStore
  /** What the console turns; null where the world outside is a real one. */
  readonly sandbox: SandboxControls | null
}
