interface QrChannelRow {
  /** How the site lists it: `QR` for the house's own account at a bank, `PAYMENT` for a payment provider. */
  bankType: 'QR' | 'PAYMENT'
  /** The least it takes, in satang. */
  minimum: number
  /** Offered as one tap, in satang. */
  quickAmounts: readonly number[]
}

/** Every channel that takes deposits by QR: all that app, server, database and sandbox know of it but its name. */
export const qrChannelTable = {
  KBANK: { bankType: 'QR', minimum: 1_00, quickAmounts: [10_00, 20_00, 50_00, 100_00, 500_00, 1000_00] },
  WW: { bankType: 'PAYMENT', minimum: 100_00, quickAmounts: [100_00, 200_00, 300_00, 500_00, 1000_00] },
  PAYTIMZ: { bankType: 'PAYMENT', minimum: 10_00, quickAmounts: [10_00, 50_00, 100_00, 500_00, 1000_00] },
  PAYONEX: { bankType: 'PAYMENT', minimum: 100_00, quickAmounts: [100_00, 200_00, 300_00, 500_00, 1000_00] },
  FP: { bankType: 'PAYMENT', minimum: 10_00, quickAmounts: [10_00, 50_00, 100_00, 500_00, 1000_00] },
} as const satisfies Record<string, QrChannelRow>

export type QrChannel = keyof typeof qrChannelTable

/** Their codes on the wire, in the order in which they are shown where the site says none. */
export const qrChannels = Object.keys(qrChannelTable) as [QrChannel, ...QrChannel[]]
