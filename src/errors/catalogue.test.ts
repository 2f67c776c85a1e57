import { readFileSync } from 'node:fs'
import type { MessageDescriptor } from '@lingui/core'
import { formatter } from '@lingui/format-po'
import { expect, test } from 'vitest'
import { errorCodes } from '#api/contract/error-codes.ts'
import { slipReasons } from '#api/contract/slip-reasons.ts'
import { errorPlacement, errorText } from './catalogue.ts'
import { slipReasonText } from './slip-reasons.ts'
import { spinErrorText, spinErrorWords } from './wheel-errors.ts'

test.each([
  ...errorCodes,
  'OFFLINE',
  'TIMEOUT',
  'NEVER_ARRIVED',
  'KEY_USED',
  'LOGIN_BLOCKED',
  'too-many-refusals',
])('%s has a text and a place', (code) => {
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
  ['WRONG_CREDENTIAL', 'toast'],
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

test('a slip reason that is a text is shown as it is', () => {
  expect(slipReasonText('Paid twice')).toBeUndefined()
})

test.each([
  'NO_CLAIMABLE_COUPON',
  'INVALID_PRIZE_CODE',
  'INVALID_CODE',
  'INVALID_COUPON_TYPE',
  'COUPON_EXPIRED',
  'BONUS_REMAINING',
])('the wheel has its own text for %s', (code) => {
  expect(spinErrorText(code).id).toBe(`spin.error.${code}`)
})

test('the wheel has a text for unknown codes that promises nothing, and shows the server’s text where there is one', () => {
  expect(spinErrorText(null)).toEqual(spinErrorText('NEW_CODE'))
  expect(spinErrorText(null).message).not.toMatch(/safe/u)
  expect(spinErrorText('REQUEST_LIMIT')).toBe(errorText('REQUEST_LIMIT'))
  expect(spinErrorWords('The wheel is being oiled.')).toBe('The wheel is being oiled.')
})

const scripts = { th: /\p{Script=Thai}/u, la: /\p{Script=Lao}/u, en: /[a-z]/iu }

/** The translations of a catalogue by id. */
function wordsOf(locale: keyof typeof scripts) {
  const po = readFileSync(new URL(`../i18n/locales/${locale}.po`, import.meta.url), 'utf8')
  const read = formatter().parse(po, { locale, sourceLocale: 'en', filename: `${locale}.po` })
  return new Map(Object.entries(read).map(([id, { translation }]) => [id, translation ?? '']))
}

test.each(['th', 'la', 'en'] as const)('every code and reason is told in %s', (locale) => {
  const words = wordsOf(locale)
  const isTold = (text: MessageDescriptor | undefined) =>
    scripts[locale].test(words.get(text?.id ?? '') ?? '')
  const codes = [...errorCodes, 'OFFLINE', 'TIMEOUT', 'NEVER_ARRIVED', 'KEY_USED', 'LOGIN_BLOCKED']
  expect(codes.filter((code) => !isTold(errorText(code)))).toEqual([])
  expect(slipReasons.filter((reason) => !isTold(slipReasonText(reason)))).toEqual([])
  expect(['COUPON_EXPIRED', 'NEW_CODE'].filter((code) => !isTold(spinErrorText(code)))).toEqual([])
})
