import { join } from 'node:path'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Keyring } from '../encryption/keyring.ts'
import type { Database } from '../database/database.ts'
import { diskStore } from '../files/disk-store.ts'
import { s3Store } from '../files/s3-store.ts'
import { noProviders } from './no-providers.ts'
import type { Providers } from './providers.ts'
import { sandboxWorld } from './sandbox/sandbox-world.ts'

/** Chooses the providers that this server uses. Real ones are added here. */
export function createProviders(config: Config, db: Database, keys: Keyring, clock: Clock): Providers {
  const { filesUrl } = config
  const files = filesUrl ? s3Store(filesUrl, keys) : diskStore(join(config.dataDir, 'files'), keys)
  return config.sandbox ? sandboxWorld(db, files, keys, clock) : noProviders(files)
}
