import * as fc from 'fast-check'
import { slipVerify as write } from 'promptparse/generate'
import { slipVerify as read } from 'promptparse/validate'
import { expect, test } from 'vitest'
import { crc16, readSlipQr, writeSlipQr } from './slip-qr.ts'

const scb = '0046000600000101030140225202601021234AbCdEfGh123455102TH9104E479'
const kbank = '0041000600000101030040220016002123456ATF000015102TH91041890'

test('the CRC has the standard’s check value', () => expect(crc16('123456789')).toBe(0x29b1))

test.each([
  [scb, { bankNo: '014', reference: '202601021234AbCdEfGh12345' }],
  [kbank, { bankNo: '004', reference: '016002123456ATF00001' }],
])('%s', (text, slip) => {
  expect(readSlipQr(text)).toEqual(slip)
  expect(writeSlipQr(slip)).toBe(text)
})

test.each([
  ['another check', scb.replace('E479', 'E478'), 'unstable'],
  ['a reference with a letter changed', scb.replace('AbCd', 'AbCe'), 'unstable'],
  ['no check', scb.slice(0, -8), 'unstable'],
  ['a reference too short', writeSlipQr({ bankNo: '014', reference: 'A1' }), 'unstable'],
  ['cut off', scb.slice(0, 30), null],
  ['a PromptPay code', '00020101021129370016A000000677010111011300668123456785802TH530376463045D82', null],
  ['a link', 'https://example.com', null],
  ['nothing', '', null],
])('%s', (_, text, reading) => expect(readSlipQr(text)).toBe(reading))

const bankNo = fc.integer({ min: 0, max: 999 }).map((no) => String(no).padStart(3, '0'))
const letters = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz']
const reference = fc
  .array(fc.constantFrom(...letters), { minLength: 10, maxLength: 25 })
  .map((parts) => parts.join(''))

test('every reference of any bank is read back', () => {
  fc.assert(
    fc.property(bankNo, reference, (no, sent) => {
      const slip = { bankNo: no, reference: sent }
      expect(readSlipQr(writeSlipQr(slip))).toEqual(slip)
      expect(readSlipQr(write({ sendingBank: no, transRef: sent }))).toEqual(slip)
      expect(read(writeSlipQr(slip))).toEqual({ sendingBank: no, transRef: sent })
    }),
  )
})

test('a CRC without its leading zeros is accepted', () => {
  fc.assert(
    fc.property(bankNo, reference, (no, sent) => {
      const slip = { bankNo: no, reference: sent }
      const text = writeSlipQr(slip)
      const short = text.slice(-4).replace(/^0+/u, '')
      expect(readSlipQr(text.slice(0, -4) + short)).toEqual(slip)
      expect(readSlipQr(`${text.slice(0, -6)}0${short.length}${short}`)).toEqual(slip)
    }),
    { examples: [['014', '202601021234AbCdEfGh12377']] },
  )
})

test('arbitrary texts never throw', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' })), (text) => {
      readSlipQr(text)
      expect(readSlipQr(scb.slice(0, 20) + text)).not.toMatchObject({ bankNo: '014' })
    }),
  )
})
