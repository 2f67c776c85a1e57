import { parse, type TLVTag } from 'promptparse'
import { anyId, billPayment } from 'promptparse/validate'
import { expect, test } from 'vitest'
import { crc16, readSlipQr } from '#lib/payments/slip-qr.ts'
import { promptPayPayload } from './promptpay.ts'

const fixed = '00020101021129370016A000000677010111011300668123456785802TH530376463045D82'
const baht100 = '00020101021229370016A000000677010111011300668123456785802TH53037645406100.006304BB8A'
const bill100 =
  '00020101021230730016A00000067701011201150105540000000010210MEMBER00010316QR2026010200000153037645802TH5406100.00630431FF'
const kip50000 =
  '00020101021238590016A00526628466257701082771041802030020316mch00000000000015204541153034185405500005802LA5912SANDBOX SHOP6003VTE62110107INV000163040194'

type Fields = Record<string, string | Record<string, string>>

/** The values by their tags, without the check: writers of codes order the tags differently. */
function fieldsOf(text: string): Fields {
  const read = (tags: TLVTag[]): Fields =>
    Object.fromEntries(tags.map(({ id, value, subTags }) => [id, subTags ? read(subTags) : value])) as Fields
  const { 63: _, ...fields } = read(parse(text, true)?.getTags() ?? [])
  return fields
}

test('a code is the bill that every bank reads: with its references, its amount and our biller', () => {
  const bill = { amount: 100_00, reference: 'MEMBER0001', channel: 'QR20260102000001' }
  const made = promptPayPayload(bill)
  const fields = fieldsOf(bill100)
  expect(fields).toEqual({
    '00': '01',
    '01': '12',
    30: { '00': 'A000000677010112', '01': '010554000000001', '02': 'MEMBER0001', '03': 'QR20260102000001' },
    53: '764',
    54: '100.00',
    58: 'TH',
  })
  const biller = '010555000000099'
  expect(fieldsOf(made)).toEqual({
    ...fields,
    30: { ...(fields[30] as Record<string, string>), '01': biller },
  })
  expect(made.slice(0, -4).replace(biller, '010554000000001')).toBe(bill100.slice(0, -4))
  expect(billPayment(made)).toEqual({
    billerId: biller,
    ref1: 'MEMBER0001',
    ref2: 'QR20260102000001',
    amount: 100,
  })
})

test.each([100_00, 1_00, 99_99, 1, 1_000_000_00])('%i satang are written to the satang', (amount) => {
  const made = promptPayPayload({ amount, reference: 'MEMBER0001', channel: 'KBANK' })
  expect(fieldsOf(made)['54']).toBe(`${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`)
})

test.each([
  ['of no amount', fixed, 0x5d82],
  ['of 100 baht', baht100, 0xbb8a],
  ['of a bill', bill100, 0x31ff],
  ['of 50,000 kip', kip50000, 0x0194],
])('a code %s has the check that banks count, and is no slip', (_, text, check) => {
  expect(crc16(text.slice(0, -4))).toBe(check)
  expect(parse(text, true)).not.toBeNull()
  expect(parse(`${text.slice(0, -4)}0000`, true)).toBeNull()
  expect(readSlipQr(text)).toBeNull()
})

test('the codes say what they say', () => {
  expect(anyId(fixed)).toEqual({ type: 'MSISDN', target: '0812345678' })
  expect(anyId(baht100)).toEqual({ type: 'MSISDN', target: '0812345678', amount: 100 })
  expect(billPayment(bill100)).toMatchObject({ billerId: '010554000000001', ref1: 'MEMBER0001', amount: 100 })
  expect([anyId(bill100), billPayment(baht100), anyId(kip50000), billPayment(kip50000)]).toEqual([
    null,
    null,
    null,
    null,
  ])
  expect(fieldsOf(kip50000)).toMatchObject({
    38: { '00': 'A005266284662577', '01': '27710418', '02': '002', '03': 'mch0000000000001' },
    53: '418',
    54: '50000',
    58: 'LA',
  })
})
