import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, describe, inject } from 'vitest'
import { newMemberId } from './columns.ts'
import type { Connection, Database } from './database.ts'
import { openInMemory } from './embedded.ts'
import { TEMPLATE } from './test-postgres-cluster.ts'
import { openPostgres } from './postgres.ts'
import { readTemplate } from './test-read-template.ts'
import { members } from './schema/members.ts'

export type Open = (options?: { poolSize?: number }) => Promise<Connection>

/**
 * Runs the same tests on the embedded database and, if it is installed, on a real PostgreSQL: for the books, for locks and rollbacks,
 * and for anything that the two drivers could do differently. Each `open` returns a fresh database with all tables, closed
 * after the file's tests.
 */
export function describeOnEach(name: string, tests: (open: Open, kind: Connection['kind']) => void): void {
  describe(`${name} (embedded)`, () => {
    tests(closedAfterwards(openEmbedded), 'pglite')
  })
  describe.skipIf(inject('postgresUrl') === '')(`${name} (PostgreSQL)`, () => {
    tests(closedAfterwards(openClone), 'postgres')
  })
}

/** For tests of the program around the database, which need no second client of it. */
export function describeOnEmbedded(name: string, tests: (open: Open) => void): void {
  describe(`${name} (embedded)`, () => {
    tests(closedAfterwards(openEmbedded))
  })
}

/**
 * For tests of the server's work that both engines do alike: on a real PostgreSQL if it is installed, because there
 * clients wait for each other and a test takes a quarter of the time, otherwise on the embedded database.
 */
export function describeOnOne(name: string, tests: (open: Open, kind: Connection['kind']) => void): void {
  const isInstalled = inject('postgresUrl') !== ''
  describe(`${name} (${isInstalled ? 'PostgreSQL' : 'embedded'})`, () => {
    if (isInstalled) tests(closedAfterwards(openClone), 'postgres')
    else tests(closedAfterwards(openEmbedded), 'pglite')
  })
}

/**
 * Whether a property test draws all its cases on this engine. The seed is fixed, so both engines would run the same ones: with a
 * real PostgreSQL, where clients really wait for each other, the embedded one, four times as slow, runs the first few of them.
 */
export const isDrawnInFull = (kind: Connection['kind']): boolean =>
  kind === 'postgres' || inject('postgresUrl') === ''

let phones = 0

/** Adds a member without money, whose bank account was recorded long ago; returns the id. */
export async function addMember(
  db: Database,
  values: Partial<typeof members.$inferInsert> = {},
): Promise<string> {
  const id = newMemberId()
  phones += 1
  const username = `084${String(phones).padStart(7, '0')}`
  await db
    .insert(members)
    .values({ id, username, name: 'Somchai', passwordHash: '', updatedAt: new Date(0), ...values })
  return values.id ?? id
}

function closedAfterwards(open: Open): Open {
  const opened: Connection[] = []
  afterAll(async () => {
    await Promise.all(opened.map((connection) => connection.close()))
  })
  return async (options) => {
    const connection = await open(options)
    opened.push(connection)
    return connection
  }
}

async function openEmbedded(): Promise<Connection> {
  return openInMemory(await readTemplate(inject('embeddedTemplates').migrated))
}

/** Creates a fresh database with all tables in the tests' PostgreSQL; returns its URL. Only if there is one. */
export async function clonePostgres(): Promise<string> {
  const urlOf = (database: string) => inject('postgresUrl').replace('DATABASE', database)
  const name = `champa_${randomBytes(6).toString('hex')}`
  const admin = await openPostgres(urlOf('postgres'), { migrations: 'ignore', poolSize: 1 })
  await admin.db.execute(sql.raw(`create database ${name} template ${TEMPLATE}`))
  await admin.close()
  return urlOf(name)
}

const openClone = async (options?: { poolSize?: number }): Promise<Connection> =>
  openPostgres(await clonePostgres(), options)
