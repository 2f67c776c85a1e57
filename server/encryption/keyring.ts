import { createHash, hkdfSync } from 'node:crypto'
import { KEY_BYTES } from '../environment.ts'

/** A key from `DATA_KEYS`. */
interface DataKey {
  /** 16 hex digits derived from the key, which identify it without revealing it. */
  readonly id: string
  /** Derives a key of 32 bytes for one purpose. */
  derive(purpose: string, salt?: Uint8Array): Buffer
}

/** The keys for stored data. */
export interface Keyring {
  /** The key that encrypts new data. */
  readonly current: DataKey
  readonly ids: readonly string[]
  /** Throws if there is no such key. */
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
  const derive = (purpose: string, salt: Uint8Array = new Uint8Array()) =>
    Buffer.from(hkdfSync('sha256', secret, salt, `champa ${purpose}`, KEY_BYTES))
  // Every stored answer wants the same one.
  const unsalted = new Map<string, Buffer>()
  return {
    id: idOf(secret),
    derive(purpose, salt) {
      const key = (salt ? undefined : unsalted.get(purpose)) ?? derive(purpose, salt)
      if (!salt) unsalted.set(purpose, key)
      return key
    },
  }
}
