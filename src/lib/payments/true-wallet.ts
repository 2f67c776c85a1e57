/** TrueMoney Wallet, as the channel of a deposit, and as the sender's bank. */
export const TRUE_WALLET = 'TRUEWALLET'

/** In satang: a smaller transfer from a TrueMoney Wallet is not credited automatically. */
export const trueWalletMinimum = 200
