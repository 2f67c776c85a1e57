import { qrChannels, qrChannelTable } from '#api/contract/qr-channels.ts'
import { TRUE_WALLET } from '#lib/payments/true-wallet.ts'
import type { depositAccounts } from '../database/schema/site.ts'

type Row = typeof depositAccounts.$inferInsert

const company = 'CHAMPA SANDBOX CO LTD'

const channelsOf = (type: 'QR' | 'PAYMENT') =>
  qrChannels.filter((channel) => qrChannelTable[channel].bankType === type)

const qr: Row[] = channelsOf('QR').map((bankCode) => ({
  bankType: 'QR',
  bankCode,
  mode: 'MANUAL',
  accountNo: '0012345678',
  accountName: company,
}))

const thai: Row[] = [
  { bankType: 'BANK', bankCode: 'SCB', mode: 'AUTO', accountNo: '1112223334', accountName: company },
  { bankType: 'BANK', bankCode: 'KBANK', mode: 'AUTO', accountNo: '0012345678', accountName: company },
  { bankType: 'BANK', bankCode: 'GSB', mode: 'AUTO', accountNo: '020123456789', accountName: company },
]

const lao: Row[] = [
  {
    bankType: 'BANK',
    bankCode: 'BCEL',
    mode: 'AUTO',
    accountNo: '010120000123456001',
    accountName: company,
    currency: 'LAK',
  },
  {
    bankType: 'BANK',
    bankCode: 'BCEL',
    mode: 'AUTO',
    accountNo: '010120200123456001',
    accountName: company,
    currency: 'BAHT',
  },
]

const payment: Row[] = channelsOf('PAYMENT').map((bankCode) => ({
  bankType: 'PAYMENT',
  bankCode,
  mode: 'AUTO',
  accountNo: '',
  accountName: company,
  nameTH: bankCode,
  nameEN: bankCode,
}))

const wallets: Row[] = [
  {
    bankType: 'WALLET',
    bankCode: TRUE_WALLET,
    mode: 'AUTO',
    accountNo: '0890001122',
    accountName: 'Champa Sandbox',
  },
]

export function depositAccountRows(
  laos: boolean,
  nameOf: (code: string) => { nameTH: string; nameEN: string },
): Row[] {
  return [...qr, ...(laos ? lao : thai), ...payment, ...wallets].map((row, position) => ({
    ...nameOf(row.bankCode),
    ...row,
    position,
  }))
}
