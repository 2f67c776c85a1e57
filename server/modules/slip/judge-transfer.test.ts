import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { judgeTransfer, SLIP_LIFE } from './judge-transfer.ts'

const uploadedAt = new Date('2026-01-05T10:00:00Z')
const paid = (minutesAgo: number) => new Date(uploadedAt.getTime() - minutesAgo * 60_000)
const account = { bank: 'KBANK', accountNo: '1234567890', holder: 'สมชาย ใจดี' }
const transfer = {
  slip: { bankNo: '004', reference: '016002123456ATF00001' },
  amount: 25_050,
  from: { bank: '004', accountNo: '123-4-56789-0', holder: 'นาย สมชาย ใจดี' },
  toAccountNo: '1112223334',
  paidAt: paid(1),
  billReference: null,
}
const expected = {
  uploadedAt,
  accounts: [account],
  houseAccountNos: ['0012345678', '111-222-3334', ''],
  isOwnQr: false,
}
const from = (other: Partial<typeof account>) => ({ from: { ...transfer.from, ...other } })
const success = { status: 'SUCCESS', amount: 25_050 }
const failed = (note: string) => ({ status: 'FAILED', note })

test.each([
  ['as it should be', {}, {}, success],
  ['to another', { toAccountNo: '9998887776' }, {}, failed('DEST_ACC_INVALID')],
  ['to nobody', { toAccountNo: '' }, {}, failed('DEST_ACC_INVALID')],
  ['from another', from({ accountNo: '9998887776' }), {}, failed('NOT_MATCH')],
  ['from the same number at another bank', from({ bank: 'SCB' }), {}, failed('NOT_MATCH')],
  ['from the same number with another holder', from({ holder: 'สมหญิง ใจดี' }), {}, failed('NOT_MATCH')],
  ['from no holder', from({ holder: '' }), {}, failed('NOT_MATCH')],
  ['from nobody', from({ accountNo: '' }), { accounts: [] }, failed('NOT_MATCH')],
  ['from an account of an hour ago', {}, { accounts: [{ ...account, bank: 'SCB' }, account] }, success],
  ['an hour ago', { paidAt: paid(60) }, {}, success],
  ['an hour and a minute ago', { paidAt: paid(61) }, {}, failed('EXPIRED_SLIP')],
  ["by a bank's clock that runs ahead", { paidAt: paid(-5) }, {}, success],
  ['into their own code, collected at an account of the house', {}, { isOwnQr: true }, success],
  [
    'under the reference of their own code, to another',
    { toAccountNo: '9998887776' },
    { isOwnQr: true },
    null,
  ],
  ['under the reference of their own code, to nobody', { toAccountNo: '' }, { isOwnQr: true }, null],
  [
    'under the reference of their own code, to another, too long ago',
    { toAccountNo: '9998887776', paidAt: paid(61) },
    { isOwnQr: true },
    failed('EXPIRED_SLIP'),
  ],
  ["somebody else's money into their own code", from({ holder: 'A B' }), { isOwnQr: true }, null],
] as const)('%s', (_, said, known, verdict) => {
  const judged = judgeTransfer({ ...transfer, ...said }, { ...expected, ...known })
  expect(judged && { ...judged, transfer: undefined }).toEqual(verdict)
})

test('only a transfer of the right amount, between the right accounts and in time is credited', () => {
  const number = fc.constantFrom('1234567890', '1112223334', '0012345678', '')
  const bank = fc.constantFrom('KBANK', '004', 'SCB', '014', '')
  const holder = fc.constantFrom('สมชาย ใจดี', 'นายสมชาย ใ.', 'สมชาย', 'สมหญิง ใจดี', '')
  fc.assert(
    fc.property(
      fc.record({ bank, accountNo: number, holder }),
      number,
      fc.integer({ min: -10, max: 200 }),
      (sender, toAccountNo, minutes) => {
        const verdict = judgeTransfer(
          { ...transfer, from: sender, toAccountNo, paidAt: paid(minutes) },
          expected,
        )
        const right =
          ['KBANK', '004'].includes(sender.bank) &&
          sender.accountNo === account.accountNo &&
          ['สมชาย ใจดี', 'นายสมชาย ใ.'].includes(sender.holder) &&
          ['0012345678', '1112223334'].includes(toAccountNo) &&
          minutes * 60_000 <= SLIP_LIFE
        expect(verdict?.status === 'SUCCESS').toBe(right)
      },
    ),
    { numRuns: 2000 },
  )
})
