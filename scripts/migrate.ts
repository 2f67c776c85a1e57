import { DatabaseUnavailable } from '../server/database/database.ts'
import { openPostgres } from '../server/database/postgres.ts'
import { reasonOf } from '../server/log.ts'

const url = process.env['DATABASE_URL']
try {
  if (!url) throw new DatabaseUnavailable('DATABASE_URL must name the PostgreSQL to migrate')
  const { close } = await openPostgres(url, { poolSize: 1 })
  await close()
  console.log('The database has every migration of this release.')
} catch (error) {
  console.error(`The database is not migrated: ${reasonOf(error, error instanceof DatabaseUnavailable)}`)
  process.exit(1)
}
