import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { eq, like } from 'drizzle-orm'
import { type Config, ConfigError } from '../config.ts'
import { KEY_BYTES } from '../environment.ts'
import type { Database } from '../database/database.ts'
import { settings } from '../database/schema/site.ts'
import { createKeyring, type Keyring } from './keyring.ts'
import { makeSecretFile, readSecretFile } from './secret-file.ts'

/** The file beside the data with the generated key of a sandbox. */
const KEY_FILE = 'data.key'
/** The database has a setting with this prefix and the key's id for each key that stored data may use. */
const NOTE = 'dataKey:'

/**
 * Loads the keys from `DATA_KEYS`, and a sandbox's own, which is generated at its first start. Throws ConfigError with a readable
 * message if the database has data of a missing key; nothing has been written then.
 */
export async function loadKeyring(
  db: Database,
  { dataKeys, dataDir, sandbox }: Pick<Config, 'dataKeys' | 'dataDir' | 'sandbox'>,
): Promise<Keyring> {
  const path = join(dataDir, KEY_FILE)
  // Read before the file: another process starting at the same time creates its file first and notes it afterwards.
  const noted = await notedKeys(db)
  const kept = sandbox ? await readKeyFile(path) : undefined
  const secrets = [...dataKeys, ...(kept ? [kept] : [])]
  const made = secrets.length === 0 ? randomBytes(KEY_BYTES) : undefined
  const keys = createKeyring(made ? [made] : secrets)
  const missing = noted.find((id) => !keys.ids.includes(id))
  if (missing !== undefined) {
    throw new ConfigError(
      `DATA_KEYS must have the key that game passwords, stored replies and uploads are encrypted with (its id is ${missing}). ` +
        `Add it behind the newer ones${sandbox ? `, or put its file back at ${path}` : ''}: nothing else can read them`,
    )
  }
  if (made) await makeSecretFile(path, made.toString('base64'))
  // Another process may have created the file meanwhile, whose key is used by all.
  const own = made ? await readKeyFile(path) : undefined
  const loaded = own ? createKeyring([own]) : keys
  const { id } = loaded.current
  await db
    .insert(settings)
    .values({ key: NOTE + id, value: true })
    .onConflictDoNothing()
  return loaded
}

/** The ids of the keys that stored data needs. */
async function notedKeys(db: Database): Promise<string[]> {
  const rows = await db
    .select({ key: settings.key })
    .from(settings)
    .where(like(settings.key, `${NOTE}%`))
  return rows.map(({ key }) => key.slice(NOTE.length))
}

/** Removes the note that older keys are needed, once no data uses them any more. */
export async function forgetOlderKeys(db: Database, keys: Keyring): Promise<void> {
  for (const id of await notedKeys(db))
    if (id !== keys.current.id) await db.delete(settings).where(eq(settings.key, NOTE + id))
}

async function readKeyFile(path: string): Promise<Buffer | undefined> {
  const text = await readSecretFile(path)
  if (text === undefined) return undefined
  const secret = Buffer.from(text, 'base64')
  if (secret.byteLength === KEY_BYTES) return secret
  throw new ConfigError(`DATA_DIR has a broken key in ${path}: put back the one that was made there`)
}
