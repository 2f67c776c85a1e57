import { createCipheriv, createDecipheriv } from 'node:crypto'

/** What AES-256-GCM adds to a text, in bytes. */
export const TAG_BYTES = 16
export const NONCE_BYTES = 12

interface Seal {
  key: Uint8Array
  /** Never twice with one key. */
  nonce: Uint8Array
  /** Where the text belongs: at any other place it cannot be decrypted. */
  boundTo: Uint8Array
}

/** The encrypted text with its tag behind it. */
export function seal({ key, nonce, boundTo }: Seal, text: Uint8Array): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(boundTo)
  return Buffer.concat([cipher.update(text), cipher.final(), cipher.getAuthTag()])
}

/** Throws where the text, its place or the key is another. */
export function unseal({ key, nonce, boundTo }: Seal, sealed: Uint8Array): Buffer {
  const tagAt = sealed.byteLength - TAG_BYTES
  if (tagAt < 0) throw new Error('What is stored is no encrypted text')
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(boundTo)
  decipher.setAuthTag(sealed.subarray(tagAt))
  return Buffer.concat([decipher.update(sealed.subarray(0, tagAt)), decipher.final()])
}
