import { expect, test } from 'vitest'
import { stepFor, steps } from './auth-rules.ts'

const fresh = { phoneNumber: '', otpToken: '', phoneVerified: false }
const sent = { ...fresh, phoneNumber: '0812345678', otpToken: 'token' }
const verified = { ...sent, phoneVerified: true }

test('no address leads past a step whose conditions are not met', () => {
  for (const requested of steps) {
    expect(stepFor(requested, { draft: fresh, otpEnabled: true, hasPassword: false })).toBe('phone')
  }
  expect(stepFor('bank', { draft: sent, otpEnabled: true, hasPassword: true })).toBe('code')
  expect(stepFor('profile', { draft: { ...sent, otpToken: '' }, otpEnabled: true, hasPassword: false })).toBe(
    'phone',
  )
})

test('a verified phone skips the code', () => {
  expect(stepFor('code', { draft: verified, otpEnabled: true, hasPassword: false })).toBe('profile')
})

test('without one-time codes the phone alone is enough', () => {
  const draft = { ...fresh, phoneNumber: '0812345678' }
  expect(stepFor('code', { draft, otpEnabled: false, hasPassword: false })).toBe('profile')
})

test('after a reload, without passwords, the bank step leads back to the profile', () => {
  expect(stepFor('bank', { draft: verified, otpEnabled: true, hasPassword: false })).toBe('profile')
  expect(stepFor('bank', { draft: verified, otpEnabled: true, hasPassword: true })).toBe('bank')
})

test('earlier steps can be reached again', () => {
  expect(stepFor('phone', { draft: verified, otpEnabled: true, hasPassword: true })).toBe('phone')
})
