import { DatabaseUnavailable } from '../server/database/database.ts'
import { openPostgres } from '../server/database/postgres.ts'
import { withoutParameters } from '../server/log.ts'

const url = process.env['DATABASE_URL']
try {
  if (!url) throw new DatabaseUnavailable('DATABASE_URL must name the PostgreSQL to migrate')
  const { close } = await openPostgres(url, { poolSize: 1 })
  await close()
  console.log('The database has every migration of this release.')
} catch (error) {
  const reason = error instanceof Error ? error : new Error(String(error))
  const text = reason instanceof DatabaseUnavailable ? reason.message : (reason.stack ?? reason.message)
  console.error(`The database is not migrated: ${withoutParameters(text)}`)
  process.exit(1)
}
