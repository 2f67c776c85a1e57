import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

/** A token of 256 random bits: whoever brings it back is taken for its owner. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** A SHA-256 in base64url. It is kept in place of a token, because it is useless to a reader of the database. */
export const hashOf = (text: string | Uint8Array): string => hash('sha256', text, 'base64url')

/** Constant-time comparison. */
export const isSameText = (one: string, other: string): boolean =>
  timingSafeEqual(Buffer.from(hashOf(one)), Buffer.from(hashOf(other)))
