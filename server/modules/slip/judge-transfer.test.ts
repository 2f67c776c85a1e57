import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { judgeTransfer, SLIP_LIFE } from './judge-transfer.ts'

const uploadedAt = new Date('2026-01-05T10:00:00Z')
const paid = (minutesAgo: number) => new Date(uploadedAt.getTime() - minutesAgo * 60_000)
const transfer = {
  amount: 25_050,
  fromAccountNo: '123-4-56789-0',
  toAccountNo: '1112223334',
  paidAt: paid(1),
}
const expected = { uploadedAt, accountNo: '1234567890', houseAccountNos: ['0012345678', '111-222-3334'] }

test.each([
  ['as it should be', {}, {}, { status: 'SUCCESS', amount: 25_050 }],
  ['to another', { toAccountNo: '9998887776' }, {}, { status: 'FAILED', note: 'DEST_ACC_INVALID' }],
  ['to nobody', { toAccountNo: '' }, {}, { status: 'FAILED', note: 'DEST_ACC_INVALID' }],
  ['from another', { fromAccountNo: '9998887776' }, {}, { status: 'FAILED', note: 'NOT_MATCH' }],
  ['from nobody', { fromAccountNo: '' }, { accountNo: null }, { status: 'FAILED', note: 'NOT_MATCH' }],
  ['an hour ago', { paidAt: paid(60) }, {}, { status: 'SUCCESS', amount: 25_050 }],
  ['an hour and a minute ago', { paidAt: paid(61) }, {}, { status: 'FAILED', note: 'EXPIRED_SLIP' }],
  ["by a bank's clock that runs ahead", { paidAt: paid(-5) }, {}, { status: 'SUCCESS', amount: 25_050 }],
] as const)('%s', (_, said, known, verdict) => {
  expect(judgeTransfer({ ...transfer, ...said }, { ...expected, ...known })).toEqual(verdict)
})

test('nothing pays but the right money, from the right account to the right one, in time', () => {
  const account = fc.constantFrom('1234567890', '1112223334', '0012345678', '')
  fc.assert(
    fc.property(
      account,
      account,
      fc.integer({ min: -10, max: 200 }),
      (fromAccountNo, toAccountNo, minutes) => {
        const verdict = judgeTransfer(
          { ...transfer, fromAccountNo, toAccountNo, paidAt: paid(minutes) },
          expected,
        )
        const right =
          fromAccountNo === expected.accountNo &&
          ['0012345678', '1112223334'].includes(toAccountNo) &&
          minutes * 60_000 <= SLIP_LIFE
        expect(verdict.status === 'SUCCESS').toBe(right)
      },
    ),
  )
})
