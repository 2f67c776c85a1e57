import type { Connection } from './database.ts'
import { openInFolder, openInMemory } from './embedded.ts'
import { openPostgres } from './postgres.ts'

type ConnectOptions = {
  /** PostgreSQL's URL; without it the embedded database is used. */
  url?: string
  /** Where the embedded database keeps its files. */
  dataDir?: string
  /** For tests: keeps nothing on disk. */
  memory?: boolean
  poolSize?: number
  /** Off: a PostgreSQL that lacks migrations is refused. The embedded database always migrates. */
  migrate?: boolean
  /** Called for connections that break while idle. */
  onError?: (error: Error) => void
}

/** Opens the database, and migrates it unless told otherwise. Throws DatabaseUnavailable with a message for a person. */
export function connectDatabase(options: ConnectOptions = {}): Promise<Connection> {
  if (options.url)
    return openPostgres(options.url, { ...options, migrations: options.migrate === false ? 'check' : 'run' })
  return options.memory ? openInMemory() : openInFolder(options.dataDir ?? '.data')
}
