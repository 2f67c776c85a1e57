import type { Connection } from './database.ts'
import { openInFolder, openInMemory } from './embedded.ts'
import { openPostgres } from './postgres.ts'

export type ConnectOptions = {
  /** PostgreSQL's address; without one the embedded database is used. */
  url?: string
  /** Where the embedded one keeps its files. */
  dataDir?: string
  /** Keeps nothing on disk: for tests. */
  memory?: boolean
  poolSize?: number
  /** Told of connections that break while idle. */
  onError?: (error: Error) => void
}

/** Opens the database and brings its tables up to date. Throws DatabaseUnavailable with words for a person. */
export function connectDatabase(options: ConnectOptions = {}): Promise<Connection> {
  if (options.url) return openPostgres(options.url, options)
  return options.memory ? openInMemory() : openInFolder(options.dataDir ?? '.data')
}
