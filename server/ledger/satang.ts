import { MAX_SATANG } from '#lib/money/money.ts'

/** Whether it is an amount that every program can carry: whole satang, no more than `MAX_SATANG`, either sign. */
export const isSatang = (amount: number): boolean =>
  Number.isInteger(amount) && Math.abs(amount) <= MAX_SATANG
