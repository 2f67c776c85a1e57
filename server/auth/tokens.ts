import { hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'

/** A bearer token: 256 random bits. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** Random letters of an alphabet. */
export const randomText = (alphabet: string, length: number): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')

/** SHA-256 in base64url. The database holds it in place of a token: whoever reads the database cannot use it. */
export const hashOf = (text: string | Uint8Array): string => hash('sha256', text, 'base64url')

/** Constant-time comparison. */
export const isSameText = (one: string, other: string): boolean =>
  timingSafeEqual(Buffer.from(hashOf(one)), Buffer.from(hashOf(other)))
