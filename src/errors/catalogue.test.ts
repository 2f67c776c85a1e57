import { expect, test } from 'vitest'
import { errorCodes } from '#api/contract/error-codes.ts'
import { slipReasons } from '#api/contract/slip-reasons.ts'
import { errorPlacement, errorText } from './catalogue.ts'
import { slipReasonText } from './slip-reasons.ts'
import { spinErrorText } from './spin-errors.ts'

test.each([...errorCodes, 'OFFLINE', 'TIMEOUT', 'UNKNOWN_OUTCOME'])('%s has a text and a place', (code) => {
  expect(errorText(code)?.message).toMatch(/\S/u)
  expect(errorPlacement(code)).toBeDefined()
})

test.each(['Bank is closed until 23:00', '', 'toString', '__proto__'])('"%s" is no code', (message) => {
  expect(errorText(message)).toBeUndefined()
  expect(errorPlacement(message)).toBeUndefined()
})

test.each([
  ['GONE', 'terminal'],
  ['invalid-token', 'sign-in'],
  ['UNAUTHORIZED', 'sign-in'],
  ['EXPIRED_AUTH_TOKEN', 'sign-in'],
  ['INVALID_USER_4', 'sign-in'],
  ['WRONG_CREDENTIAL', 'field'],
  ['EXISTING_USER', 'toast'],
  ['NO_INVITE_BONUS', 'toast'],
  ['TRANSFER_FAIL', 'dialog'],
  ['WRONG_PASSWORD', 'dialog'],
  ['NO_PROMOTION', 'dialog'],
  ['SUCCESS', 'silent'],
])('%s goes to: %s', (code, placement) => {
  expect(errorPlacement(code)).toBe(placement)
})

test.each(slipReasons)('the slip reason %s has a text', (reason) => {
  expect(slipReasonText(reason)?.message).toMatch(/\S/u)
})

test('a slip reason in words of its own is left to them', () => {
  expect(slipReasonText('Paid twice')).toBeUndefined()
})

test.each([
  'NO_CLAIMABLE_COUPON',
  'INVALID_PRIZE_CODE',
  'INVALID_CODE',
  'INVALID_COUPON_TYPE',
  'COUPON_EXPIRED',
  'BONUS_REMAINING',
])('the wheel says %s in its own words', (code) => {
  expect(spinErrorText(code).id).toBe(`spin.error.${code}`)
})

test('the wheel has words for codes it does not know', () => {
  expect(spinErrorText(null)).toEqual(spinErrorText('NEW_CODE'))
})
