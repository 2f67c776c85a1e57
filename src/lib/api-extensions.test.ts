import { expect, test } from 'vitest'
import { noteExtensions, passwordResetAnnouncedAtom } from './api-extensions.ts'
import { store } from './store.ts'

test.each([
  ['keys, password-reset, acts', true],
  ['password-reset', true],
  ['keys,acts', false],
  ['password-resets, no-password-reset', false],
  ['', false],
])('%j announces a new password by code: %s', (header, isAnnounced) => {
  noteExtensions(header)
  expect(store.get(passwordResetAnnouncedAtom)).toBe(isAnnounced)
})

test('an answer without the header says nothing', () => {
  noteExtensions('password-reset')
  noteExtensions(null)
  expect(store.get(passwordResetAnnouncedAtom)).toBe(true)
})
