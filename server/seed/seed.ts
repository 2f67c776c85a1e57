import { eq, sql } from 'drizzle-orm'
import type { AppContext } from '../context.ts'
import { SEEDING } from '../database/advisory-locks.ts'
import { transact } from '../database/query.ts'
import { agreements, banks, settings, sources } from '../database/schema/site.ts'
import type { Database, Transaction } from '../database/database.ts'
import { addLanguages } from './add-languages.ts'
import { contactOf } from './contact.ts'
import { refuseMixing, SEED_MARK } from './refuse-mixing.ts'
import { type SeedData, seedData, seedVersion } from './seed-data.ts'
import { seedSandbox } from './seed-sandbox.ts'

/**
 * Seeds what the site cannot do without, and in the sandbox what makes it usable at once. Never overwrites. Throws ConfigError
 * if the database is not for this server.
 */
export async function seed(app: AppContext): Promise<void> {
  const { db, config, clock } = app
  const data = seedData(config)
  const mark = `${seedVersion(data)}:${config.country}:${config.sandbox ? 'sandbox' : 'house'}`
  const isSeeded = async (where: Database) => {
    await refuseMixing(where, config)
    const [seeded] = await where
      .select({ value: settings.value })
      .from(settings)
      .where(eq(settings.key, SEED_MARK))
    return seeded?.value === mark
  }
  if (await isSeeded(db)) return
  await transact(db, async (tx) => {
    // Several servers may start at once: the others wait, and find it done.
    await tx.execute(sql`select pg_advisory_xact_lock(${SEEDING})`)
    if (await isSeeded(tx)) return
    await seedHouse(tx, data)
    if (data.sandbox) await seedSandbox(tx, app, data.sandbox)
    const row = { value: mark, updatedAt: clock.now() }
    await tx
      .insert(settings)
      .values({ key: SEED_MARK, ...row })
      .onConflictDoUpdate({ target: settings.key, set: row })
  })
}

async function seedHouse(
  tx: Transaction,
  { banks: bankRows, info, texts, sandbox }: SeedData,
): Promise<void> {
  await tx.insert(banks).values(bankRows).onConflictDoNothing()
  await tx
    .insert(sources)
    .values(texts.sources.map(([code, description], position) => ({ code, description, position })))
    .onConflictDoNothing()
  const values = {
    info,
    conditions: texts.conditions,
    notice: texts.notice,
    ...(sandbox && { contact: await contactOf(sandbox.contact, texts.contactText) }),
  }
  const rows = Object.entries(values).map(([key, value]) => ({ key, value }))
  await tx.insert(settings).values(rows).onConflictDoNothing()
  await addLanguages(tx, settings.value, Object.values(values))
  await addLanguages(
    tx,
    sources.description,
    texts.sources.map(([, description]) => description),
  )
  await addLanguages(tx, agreements.html, texts.agreements)
  const [some] = await tx.select({ id: agreements.id }).from(agreements).limit(1)
  if (!some)
    await tx.insert(agreements).values(texts.agreements.map((html, position) => ({ html, position })))
}
