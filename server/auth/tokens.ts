import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

/** A bearer token: 256 random bits. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** SHA-256 in base64url. The database holds it in place of a token: whoever reads the database cannot use it. */
export const hashOf = (text: string | Uint8Array): string => hash('sha256', text, 'base64url')

/** Constant-time comparison. */
export const isSameText = (one: string, other: string): boolean =>
  timingSafeEqual(Buffer.from(hashOf(one)), Buffer.from(hashOf(other)))
