import { randomInt } from 'node:crypto'

const LETTERS = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** 81 random bits, in the capital letters and digits allowed in a bill payment's reference. */
export const newQrReference = (): string =>
  Array.from({ length: 16 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
