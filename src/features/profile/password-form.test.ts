import * as v from 'valibot'
import { expect, test } from 'vitest'
import { passwordForm } from './password-form.ts'

const problems = (oldPassword: string, newPassword: string, confirmPassword: string) => {
  const read = v.safeParse(passwordForm, { oldPassword, newPassword, confirmPassword })
  return read.success ? {} : v.flatten<typeof passwordForm>(read.issues).nested
}

test('all three are required', () => {
  expect(problems('', '', '')).toEqual({
    oldPassword: ['old-missing'],
    newPassword: ['new-missing'],
    confirmPassword: ['confirm-missing'],
  })
})

test('the new password is repeated exactly, with blanks and case', () => {
  expect(problems('old', 'new', 'nEw')).toEqual({ confirmPassword: ['not-equal'] })
  expect(problems('old', 'new', 'new ')).toEqual({ confirmPassword: ['not-equal'] })
  expect(problems('old', ' n ', ' n ')).toEqual({})
})

test('a password equal to the old one, and one that is too long, have their own messages', () => {
  expect(problems('river', 'river', 'river')).toEqual({ newPassword: ['same'] })
  expect(problems('old', 'r'.repeat(201), 'r'.repeat(201))).toEqual({ newPassword: ['long'] })
})

test('no minimum length is required here: the server decides', () => {
  expect(problems('x', 'y', 'y')).toEqual({})
})
