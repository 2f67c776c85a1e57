import { join } from 'node:path'
import * as v from 'valibot'
import { type Config, ConfigError } from '../config.ts'
import { makeSecretFile, readSecretFile } from '../encryption/secret-file.ts'
import { areOnePair, makeKeyPair, type PushKeys } from '../push-keys.ts'

/** The file beside the data with the generated keys of a sandbox. */
const KEY_FILE = 'push.key'
/** The sandbox has no operator; a push service only checks the form. */
const SUBJECT = 'mailto:operator@champa.example'

const pair = v.pipe(
  v.string(),
  v.trim(),
  v.regex(/^[\w-]{87} [\w-]{43}$/u),
  v.transform((text) => ({ publicKey: text.slice(0, 87), privateKey: text.slice(88) })),
  v.check(areOnePair),
)

/**
 * The keys of the settings; a sandbox without them generates its own once. Undefined without either. Subscriptions are bound to the
 * public key: with another one they all end.
 */
export async function loadPushKeys({
  vapid,
  dataDir,
  sandbox,
}: Pick<Config, 'vapid' | 'dataDir' | 'sandbox'>): Promise<PushKeys | undefined> {
  if (vapid || !sandbox) return vapid
  const path = join(dataDir, KEY_FILE)
  if ((await readSecretFile(path)) === undefined) {
    const { publicKey, privateKey } = makeKeyPair()
    await makeSecretFile(path, `${publicKey} ${privateKey}`)
  }
  const read = v.safeParse(pair, await readSecretFile(path))
  if (!read.success) throw new ConfigError(`DATA_DIR has a broken key in ${path}: delete it to make another`)
  return { ...read.output, subject: SUBJECT }
}
