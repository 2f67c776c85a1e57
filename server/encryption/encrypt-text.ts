import { randomBytes } from 'node:crypto'
import { NONCE_BYTES, seal, unseal } from './aes-gcm.ts'
import type { Keyring } from './keyring.ts'

const PURPOSE = 'text'
const ENCRYPTED = /^enc1\.([0-9a-f]{16})\.([\w-]{38,})$/u

/** Returns `enc1.KEY.NONCE+TEXT+TAG`, the last part in base64url. `boundTo` names the row and column: elsewhere it cannot be decrypted. */
export function encryptText({ current }: Keyring, text: string, boundTo: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const sealed = seal(
    { key: current.derive(PURPOSE), nonce, boundTo: Buffer.from(boundTo) },
    Buffer.from(text),
  )
  return `${encryptedBy(current.id)}${Buffer.concat([nonce, sealed]).toString('base64url')}`
}

/** Decrypts a text. Texts from before encryption are returned unchanged. Throws if the text belongs to another row or column. */
export function decryptText(keys: Keyring, stored: string, boundTo: string): string {
  const [, id, sealed] = ENCRYPTED.exec(stored) ?? []
  if (id === undefined || sealed === undefined) return stored
  const bytes = Buffer.from(sealed, 'base64url')
  const key = keys.find(id).derive(PURPOSE)
  const nonce = bytes.subarray(0, NONCE_BYTES)
  return unseal({ key, nonce, boundTo: Buffer.from(boundTo) }, bytes.subarray(NONCE_BYTES)).toString()
}

/** The prefix of every text encrypted with this key. */
export const encryptedBy = (keyId: string): string => `enc1.${keyId}.`

export const isEncrypted = (stored: string): boolean => ENCRYPTED.test(stored)
