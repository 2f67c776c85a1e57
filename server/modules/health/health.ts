import { sql } from 'drizzle-orm'
import { appVersion } from '#lib/version.ts'
import type { AppContext } from '../../context.ts'
import { describeError } from '../../log.ts'

export interface Health {
  status: 'ok' | 'failing'
  database: 'ok' | 'failing'
  version: string
}

/** For whoever watches the server: whether it can do its work. */
export async function checkHealth({ db, log }: AppContext): Promise<Health> {
  try {
    await db.execute(sql`select 1`)
    return { status: 'ok', database: 'ok', version: appVersion }
  } catch (error) {
    log.error('database-unreachable', describeError(error))
    return { status: 'failing', database: 'failing', version: appVersion }
  }
}
