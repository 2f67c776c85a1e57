import { createHash, hkdfSync } from 'node:crypto'
import { KEY_BYTES } from '../config.ts'

/** A key from `DATA_KEYS`. */
interface DataKey {
  /** 16 hex digits reckoned from the key: names it, and tells a wrong one, without telling anything of it. */
  readonly id: string
  /** A key of 32 bytes for one purpose, made from this one. */
  derive(purpose: string, salt?: Uint8Array): Buffer
}

/** The keys that stored data is encrypted with. */
export interface Keyring {
  /** What is written from now on is encrypted with this one. */
  readonly current: DataKey
  readonly ids: readonly string[]
  /** Throws where it is not there. */
  find(id: string): DataKey
}

/** The first key encrypts; all of them decrypt. */
export function createKeyring(secrets: readonly Uint8Array[]): Keyring {
  const keys = new Map(secrets.map((secret) => [idOf(secret), dataKey(secret)]))
  const [current] = keys.values()
  if (!current) throw new TypeError('A keyring needs a key')
  return {
    current,
    ids: [...keys.keys()],
    find: (id) => {
      const key = keys.get(id)
      if (!key) throw new Error(`What is stored needs the key ${id}, which DATA_KEYS does not have`)
      return key
    },
  }
}

const idOf = (secret: Uint8Array): string =>
  createHash('sha256').update('champa data key').update(secret).digest('hex').slice(0, 16)

function dataKey(secret: Uint8Array): DataKey {
  if (secret.byteLength !== KEY_BYTES) throw new TypeError(`A data key has ${KEY_BYTES} bytes`)
  return {
    id: idOf(secret),
    derive: (purpose, salt = new Uint8Array()) =>
      Buffer.from(hkdfSync('sha256', secret, salt, `champa ${purpose}`, KEY_BYTES)),
  }
}
