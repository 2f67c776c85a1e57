import { randomUUID } from 'node:crypto'
import { cancelQr, createQr, getQr } from '#api/contract/qrcode.ts'
import type { CodeWays } from '../../http/test-code-world.ts'
import { ofDeposit } from '../limits/test-refused-by-limits.ts'
import { type MoneyOperation, moneyOperation, pick } from '../test-money-operation.ts'
import { showQr } from './test-shown-qr.ts'

const CHANNELS = ['KBANK', 'WW', 'PAYTIMZ', 'FP']

export const moneyOperations: readonly MoneyOperation[] = [
  moneyOperation(createQr, {
    cases: { 'a QR created': () => ({ params: { code: 'FP' }, body: { amount: 50 } }) },
    drawn: ({ one, amount }) => ({ params: { code: pick(CHANNELS, one) ?? '' }, body: { amount } }),
  }),
  moneyOperation(cancelQr, {
    cases: {
      'a QR cancelled': async (actor) => ({ params: { qrcodeId: (await showQr(actor)).qrcodeId } }),
    },
    drawn: async ({ member, one }) => {
      const { body } = await member.request(getQr, { params: { code: pick(CHANNELS, one) ?? '' } })
      return { params: { qrcodeId: body.hasQrcode ? body.qrcodeId : randomUUID() } }
    },
  }),
]

const order = (code: string) => ({ params: { code }, body: { amount: 100 } })

export const codes: CodeWays = {
  getQr: {
    QR_FAIL: async ({ player }) => (await player()).request(getQr, { params: { code: 'BITCOIN' } }),
  },
  createQr: {
    QR_FAIL: async ({ player }) => (await player()).request(createQr, order('BITCOIN')),
    ...ofDeposit(({ request }) => request(createQr, order('KBANK'))),
  },
  cancelQr: {
    QR_FAIL: async ({ player }) => (await player()).request(cancelQr, { params: { qrcodeId: randomUUID() } }),
  },
}
