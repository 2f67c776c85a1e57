import { expect, test } from 'vitest'
import { ApiError } from '#api/api-error.ts'
import { mayPay, standingOf } from './refund-rules.ts'

const check = { result: true, bonus: false, info: '', refundAmount: 10, refundSuccess: '', refundFail: '' }

test('an active bonus blocks an existing refund, and matters only then', () => {
  expect(standingOf(check)).toBe('ready')
  expect(standingOf({ ...check, bonus: true })).toBe('blocked')
  expect(standingOf({ ...check, result: false })).toBe('none')
  expect(standingOf({ ...check, result: false, bonus: true })).toBe('none')
})

test('it is paid once settled, or if it may have been settled before', () => {
  const failed = (code: string) => ({ status: 'failed' as const, error: new ApiError('refused', { code }) })
  expect(mayPay({ status: 'done', reply: { refundAmount: 10, message: 'REFUND_SUCCESS' } })).toBe(true)
  expect(mayPay(failed('NO_REFUND'))).toBe(true)
  expect(mayPay(failed('REFUND_CONDITION'))).toBe(false)
  expect(mayPay(failed('OFFLINE'))).toBe(false)
  expect(mayPay({ status: 'unknown', error: new ApiError('timeout', { code: 'TIMEOUT' }) })).toBe(false)
})
