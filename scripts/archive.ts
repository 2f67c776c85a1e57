import { archiveBooks, checkArchive } from '../server/ledger/archive/archive-books.ts'
import { DatabaseUnavailable } from '../server/database/database.ts'
import { openPostgres } from '../server/database/postgres.ts'
import { withoutParameters } from '../server/log.ts'

const { DATABASE_URL: url, ARCHIVE_DIR: folder, ARCHIVE_MONTHS: months = '13' } = process.env
try {
  if (!url) throw new DatabaseUnavailable('DATABASE_URL must name the PostgreSQL to archive')
  if (!folder) throw new DatabaseUnavailable('ARCHIVE_DIR must name the folder to archive into')
  const { db, close } = await openPostgres(url, { poolSize: 1, migrations: 'check' })
  try {
    if (!process.argv.includes('--check')) {
      const moved = await archiveBooks({ db, folder, months: Number(months), now: new Date() })
      console.log(`${moved.entries} entries and ${moved.statements} rows of the statement were archived.`)
    }
    const broken = await checkArchive({ db, folder })
    if (broken.length > 0) throw new DatabaseUnavailable(`missing or changed: ${broken.join(', ')}`)
    console.log('Every file of the archive is what was written.')
  } finally {
    await close()
  }
} catch (error) {
  const reason = error instanceof Error ? error : new Error(String(error))
  const isForPerson = reason instanceof DatabaseUnavailable || reason instanceof RangeError
  console.error(
    `The archive is not whole: ${withoutParameters(isForPerson ? reason.message : (reason.stack ?? reason.message))}`,
  )
  process.exit(1)
}
