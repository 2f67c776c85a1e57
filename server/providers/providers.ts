import type { BankProvider } from './bank.ts'
import type { FileStore } from '../files/store.ts'
import type { GamesProvider } from './games.ts'
import type { QrProvider } from './qr.ts'
import type { SandboxControls } from './sandbox/sandbox-controls.ts'
import type { SmsGateway } from './sms.ts'

/** The external services, each behind its own interface. */
export interface Providers {
  readonly bank: BankProvider
  readonly sms: SmsGateway
  readonly qr: QrProvider
  readonly games: GamesProvider
  readonly files: FileStore
  /** The sandbox console's controls; null with real providers. */
  readonly sandbox: SandboxControls | null
}
