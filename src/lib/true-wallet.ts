/** In satang: a smaller transfer from a TrueMoney Wallet is not credited automatically. */
export const trueWalletMinimum = 200
