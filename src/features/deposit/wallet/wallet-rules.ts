import { bahtToSatang } from '#lib/money.ts'

/** Satang: less than this does not arrive by itself. */
export const trueWalletMinimum = bahtToSatang(2)
