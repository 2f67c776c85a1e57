import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

/** 256 random bits, for whoever shall come back with it. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** What is kept of a token: useless to a reader of the database. */
export const hashOf = (text: string | Uint8Array): string => hash('sha256', text, 'base64url')

/** Constant-time comparison. */
export const isSameText = (one: string, other: string): boolean =>
  timingSafeEqual(Buffer.from(hashOf(one)), Buffer.from(hashOf(other)))
