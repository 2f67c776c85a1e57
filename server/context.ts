import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Database, PoolUse } from './database/database.ts'
import type { Keyring } from './encryption/keyring.ts'
import type { SharedCounts } from './http/limits/request-limit.ts'
import type { Logger } from './log.ts'
import type { Passwords } from './auth/passwords.ts'
import type { PushKeys } from './push-keys.ts'
import type { Providers } from './providers/providers.ts'
import type { Realtime } from './realtime/realtime.ts'

/** What monitoring asks about this process. */
interface ProcessState {
  /** Set when the server was told to stop: it still answers, and wants no new work. */
  isStopping: boolean
  /** Missing for the embedded database, which has no pool. */
  readonly poolUse?: (() => PoolUse) | undefined
  /** Missing where there is no Redis. */
  readonly isRedisUp?: (() => boolean) | undefined
}

/** The parts of the running program that modules may use. */
export interface AppContext {
  readonly db: Database
  /** The tests give the calls that change nothing a database that refuses all writes. Missing elsewhere: they are given `db`. */
  readonly forReads?: ((db: Database) => Database) | undefined
  readonly config: Config
  readonly clock: Clock
  /** The keys for stored data. */
  readonly keys: Keyring
  readonly log: Logger
  readonly passwords: Passwords
  readonly providers: Providers
  readonly realtime: Realtime
  /** The keys that push services know this site by; undefined where nobody is notified. */
  readonly push: PushKeys | undefined
  readonly state: ProcessState
  /** What several processes count together; missing for one alone. */
  readonly sharedCounts?: SharedCounts | undefined
}
