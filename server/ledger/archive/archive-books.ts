import { join } from 'node:path'
import { asc, sql } from 'drizzle-orm'
import type { Database } from '../../database/database.ts'
import { rowsOf, transact } from '../../database/query.ts'
import { archiveFiles } from '../../database/schema/archives.ts'
import { writeDurably } from '../../durable-file.ts'
import { type Cell, isWhole, writeArchiveFile } from './archive-file.ts'

/** The database itself refuses to part with entries of this month and the one before (`ledger_archive`). */
export const LEAST_MONTHS = 2

/** Whether so many months may stay in the database. */
export const isMonths = (months: number): boolean => Number.isInteger(months) && months >= LEAST_MONTHS

interface Archiving {
  db: Database
  /** Where the files are written: `<month>/<kind>-<number>.csv.gz`, and a list of each month's. */
  folder: string
  /** How many whole months stay in the database, besides the running one (UTC). */
  months: number
  now: Date
  /** Postings, or rows of the statement, in one file at most. */
  perFile?: number
}

type Archived = Record<'entries' | 'statements', number>

/**
 * Moves old entries and old rows of the statement from the database into files, one file after the other, the oldest first. A file is
 * written, read back, and only then are its rows deleted, in one transaction with the record of the file and with the sums that the
 * books carry on (`ledger_archiving`). So a run that is interrupted anywhere has lost and doubled nothing, and the next one goes on.
 * Returns how many rows were moved.
 */
export async function archiveBooks({ perFile = 10_000, ...archiving }: Archiving): Promise<Archived> {
  const { db, folder, months, now } = archiving
  if (!isMonths(months)) throw new RangeError(`At least ${LEAST_MONTHS} months stay in the database`)
  const before = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months))
  const step = { db, folder, before, perFile }
  const entries = await repeated(() => archiveEntries(step))
  const statements = await repeated(() => archiveStatements(step))
  await writeManifests(db, folder)
  return { entries, statements }
}

/** Archives file after file until nothing is left, which is null; returns how many rows. */
async function repeated(archiveFile: () => Promise<number | null>): Promise<number> {
  let total = 0
  for (;;) {
    const rows = await archiveFile()
    if (rows === null) return total
    total += rows
  }
}

interface Step {
  db: Database
  folder: string
  before: Date
  perFile: number
}

const monthOf = (time: string) => time.slice(0, 7)
const beginOf = (month: string, kind: keyof Archived, firstId: number) =>
  `${month}/${kind}-${String(firstId).padStart(12, '0')}`

const utc = (column: string) => sql.raw(`iso_time(${column})`)

/** The first ones that are of one month and older than this. */
function ofOneMonth<Row extends { time: string }>(rows: readonly Row[], before: Date): Row[] {
  const [first] = rows
  if (!first) return []
  const end = rows.findIndex(
    ({ time }) => monthOf(time) !== monthOf(first.time) || time >= before.toISOString(),
  )
  return rows.slice(0, end === -1 ? rows.length : end)
}

const ENTRY = ['entry', 'posting', 'operation', 'kind', 'memo', 'time', 'account', 'amount'] as const

/** The next file of entries; null if there is none to write. */
async function archiveEntries({ db, folder, before, perFile }: Step): Promise<number | null> {
  const [done] = await rowsOf<{ upTo: number }>(
    db,
    sql`select coalesce(max(last_id), 0)::bigint as "upTo" from archive_files where kind = 'entries'`,
  )
  const upTo = done?.upTo ?? 0
  const next = await rowsOf<{ id: number; time: string }>(
    db,
    sql`select id, ${utc('created_at')} as time from ledger_postings where id > ${upTo} order by id limit ${perFile}`,
  )
  const postings = ofOneMonth(next, before)
  const [first, last] = [postings[0], postings.at(-1)]
  if (!first || !last) return null
  const rows = await rowsOf<Record<(typeof ENTRY)[number], Cell>>(
    db,
    sql`select e.id as entry, p.id as posting, p.act as operation, p.kind, p.memo, ${utc('p.created_at')} as time, a.name as account,
        e.amount
      from ledger_entries e join ledger_postings p on p.id = e.posting_id join ledger_accounts a on a.id = e.account_id
      where e.posting_id > ${upTo} and e.posting_id <= ${last.id} order by e.posting_id, e.id`,
  )
  const begin = beginOf(monthOf(first.time), 'entries', first.id)
  const cells = rows.map((row) => ENTRY.map((head) => row[head]))
  const { name, sha256 } = await writeArchiveFile(folder, begin, ENTRY, cells)
  await db.execute(
    sql`insert into ledger_archiving (name, last_id, rows, sha256) values (${name}, ${last.id}, ${rows.length}, ${sha256})`,
  )
  return rows.length
}

const ROW = [
  'id',
  'member_id',
  'type',
  'from',
  'to',
  'status',
  'amount',
  'source',
  'reference',
  'balance_after',
  'note',
  'posting_id',
] as const

/** The next file of the statement's rows that are decided; null if there is none to write. */
async function archiveStatements({ db, folder, before, perFile }: Step): Promise<number | null> {
  const columns = sql.raw(ROW.map((column) => `"${column}"`).join(', '))
  const next = await rowsOf<Record<(typeof ROW)[number], Cell> & { time: string }>(
    db,
    sql`select ${columns}, ${utc('created_at')} as time from statements where status <> 'PENDING' order by id limit ${perFile}`,
  )
  const rows = ofOneMonth(next, before)
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last) return null
  const begin = beginOf(monthOf(first.time), 'statements', Number(first['id']))
  const cells = rows.map((row) => [...ROW.map((column) => row[column]), row.time])
  const { name, sha256 } = await writeArchiveFile(folder, begin, [...ROW, 'created_at'], cells)
  await transact(db, async (tx) => {
    const ids = JSON.stringify(rows.map(({ id }) => id))
    const [gone] = await rowsOf<{ count: number }>(
      tx,
      sql`with gone as (
          delete from statements where status <> 'PENDING'
            and id in (select value::bigint from jsonb_array_elements_text(${ids}::jsonb)) returning id
        ) select count(*)::int as count from gone`,
    )
    if (gone?.count !== rows.length) throw new Error(`${name}: the statement has changed meanwhile`)
    await tx
      .insert(archiveFiles)
      .values({ name, kind: 'statements', lastId: Number(last['id']), rows: rows.length, sha256 })
  })
  return rows.length
}

/** Writes each month's list of its files beside them. It is rebuilt from the database, so that no file is missing from it. */
async function writeManifests(db: Database, folder: string): Promise<void> {
  const files = await db.select().from(archiveFiles).orderBy(asc(archiveFiles.name))
  for (const month of new Set(files.map(({ name }) => monthOf(name)))) {
    const ofMonth = files
      .filter(({ name }) => monthOf(name) === month)
      .map(({ name, kind, rows, sha256 }) => ({ name, kind, rows, sha256 }))
    await writeDurably(
      join(folder, month, 'manifest.json'),
      `${JSON.stringify({ month, files: ofMonth }, null, 2)}\n`,
    )
  }
}

/** The names of archived files that are missing, or are not what was written. */
export async function checkArchive({ db, folder }: Pick<Archiving, 'db' | 'folder'>): Promise<string[]> {
  const files = await db.select().from(archiveFiles).orderBy(asc(archiveFiles.name))
  const broken: string[] = []
  for (const file of files) if (!(await isWhole(folder, file))) broken.push(file.name)
  return broken
}
