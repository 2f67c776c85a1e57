import { createCipheriv, createDecipheriv } from 'node:crypto'

/** The size of AES-256-GCM's tag, in bytes. */
export const TAG_BYTES = 16
export const NONCE_BYTES = 12

interface Seal {
  key: Uint8Array
  /** Must never be used twice with one key. */
  nonce: Uint8Array
  /** The additional data: with another value the text cannot be decrypted. */
  boundTo: Uint8Array
}

/** The encrypted text, followed by its tag. */
export function seal({ key, nonce, boundTo }: Seal, text: Uint8Array): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(boundTo)
  return Buffer.concat([cipher.update(text), cipher.final(), cipher.getAuthTag()])
}

/** Decrypts. Throws if the text, its additional data or the key differs. */
export function unseal({ key, nonce, boundTo }: Seal, sealed: Uint8Array): Buffer {
  const tagAt = sealed.byteLength - TAG_BYTES
  if (tagAt < 0) throw new Error('What is stored is no encrypted text')
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(boundTo)
  decipher.setAuthTag(sealed.subarray(tagAt))
  return Buffer.concat([decipher.update(sealed.subarray(0, tagAt)), decipher.final()])
}
