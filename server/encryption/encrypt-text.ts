import { randomBytes } from 'node:crypto'
import { NONCE_BYTES, seal, unseal } from './aes-gcm.ts'
import type { Keyring } from './keyring.ts'

const MARK = 'enc1'
const PURPOSE = 'text'

/** `enc1.KEY.NONCE+TEXT+TAG`, the last part in base64url. `boundTo` names the row and column: nowhere else can it be read. */
export function encryptText({ current }: Keyring, text: string, boundTo: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const sealed = seal(
    { key: current.derive(PURPOSE), nonce, boundTo: Buffer.from(boundTo) },
    Buffer.from(text),
  )
  return `${encryptedBy(current.id)}${Buffer.concat([nonce, sealed]).toString('base64url')}`
}

/** The text again. One that was stored before there was encryption is given as it is. Throws where it is not the place's own. */
export function decryptText(keys: Keyring, stored: string, boundTo: string): string {
  const [, id, sealed] = /^enc1\.([0-9a-f]{16})\.([\w-]{38,})$/u.exec(stored) ?? []
  if (id === undefined || sealed === undefined) return stored
  const bytes = Buffer.from(sealed, 'base64url')
  const key = keys.find(id).derive(PURPOSE)
  const nonce = bytes.subarray(0, NONCE_BYTES)
  return unseal({ key, nonce, boundTo: Buffer.from(boundTo) }, bytes.subarray(NONCE_BYTES)).toString()
}

/** How every text begins that this key encrypted. */
export const encryptedBy = (keyId: string): string => `${MARK}.${keyId}.`
