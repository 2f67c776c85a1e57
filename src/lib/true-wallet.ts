/** Satang: less than this out of a TrueMoney Wallet is not credited by itself. */
export const trueWalletMinimum = 200
