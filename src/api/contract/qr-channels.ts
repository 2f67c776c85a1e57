interface QrChannelRow {
  /** Its type in the site's list: `QR` for the site's own bank account, `PAYMENT` for a payment provider. */
  bankType: 'QR' | 'PAYMENT'
  /** The smallest amount, in satang. */
  minimum: number
  /** Amounts offered as buttons, in satang. */
  quickAmounts: readonly number[]
}

/** Every channel for deposits by QR: everything that app, server, database and sandbox know about it, except its name. */
export const qrChannelTable = {
  KBANK: { bankType: 'QR', minimum: 1_00, quickAmounts: [10_00, 20_00, 50_00, 100_00, 500_00, 1000_00] },
  WW: { bankType: 'PAYMENT', minimum: 100_00, quickAmounts: [100_00, 200_00, 300_00, 500_00, 1000_00] },
  PAYTIMZ: { bankType: 'PAYMENT', minimum: 10_00, quickAmounts: [10_00, 50_00, 100_00, 500_00, 1000_00] },
  PAYONEX: { bankType: 'PAYMENT', minimum: 100_00, quickAmounts: [100_00, 200_00, 300_00, 500_00, 1000_00] },
  FP: { bankType: 'PAYMENT', minimum: 10_00, quickAmounts: [10_00, 50_00, 100_00, 500_00, 1000_00] },
} as const satisfies Record<string, QrChannelRow>

export type QrChannel = keyof typeof qrChannelTable

/** The code of a payment provider's channel. The other channels are banks', and have their names in the list of banks. */
export type PaymentChannel = {
  [Code in QrChannel]: (typeof qrChannelTable)[Code]['bankType'] extends 'PAYMENT' ? Code : never
}[QrChannel]

/** The channels' codes on the wire, in the order in which they are shown unless the site sets one. */
export const qrChannels = Object.keys(qrChannelTable) as [QrChannel, ...QrChannel[]]

/** The code is that of a channel for deposits by QR. */
export const isQrChannel = (code: string): code is QrChannel => Object.hasOwn(qrChannelTable, code)
