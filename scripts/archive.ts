import { archiveBooks, checkArchive, isMonths, LEAST_MONTHS } from '../server/ledger/archive/archive-books.ts'
import { DatabaseUnavailable } from '../server/database/database.ts'
import { openPostgres } from '../server/database/postgres.ts'
import { reasonOf } from '../server/log.ts'

const { DATABASE_URL: url, ARCHIVE_DIR: folder, ARCHIVE_MONTHS: months = '13' } = process.env
try {
  if (!url) throw new DatabaseUnavailable('DATABASE_URL must name the PostgreSQL to archive')
  if (!folder) throw new DatabaseUnavailable('ARCHIVE_DIR must name the folder to archive into')
  if (!isMonths(Number(months)))
    throw new DatabaseUnavailable(`ARCHIVE_MONTHS must be a whole number of at least ${LEAST_MONTHS}`)
  const { db, close } = await openPostgres(url, { poolSize: 1, migrations: 'check' })
  try {
    if (!process.argv.includes('--check')) {
      const moved = await archiveBooks({ db, folder, months: Number(months), now: new Date() })
      console.log(`${moved.entries} entries and ${moved.statements} rows of the statement were archived.`)
    }
    const broken = await checkArchive({ db, folder })
    if (broken.length > 0)
      throw new DatabaseUnavailable(`the archive is not whole, missing or changed: ${broken.join(', ')}`)
    console.log('Every file of the archive is what was written.')
  } finally {
    await close()
  }
} catch (error) {
  console.error(`Archiving has failed: ${reasonOf(error, error instanceof DatabaseUnavailable)}`)
  process.exit(1)
}
