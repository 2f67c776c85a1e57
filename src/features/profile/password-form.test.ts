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

test('the new one is written twice the same, blanks and case and all', () => {
  expect(problems('old', 'new', 'nEw')).toEqual({ confirmPassword: ['not-equal'] })
  expect(problems('old', 'new', 'new ')).toEqual({ confirmPassword: ['not-equal'] })
  expect(problems('old', ' n ', ' n ')).toEqual({})
})

test('the same as the old one, and one that is too long, have words of their own', () => {
  expect(problems('river', 'river', 'river')).toEqual({ newPassword: ['same'] })
  expect(problems('old', 'r'.repeat(201), 'r'.repeat(201))).toEqual({ newPassword: ['long'] })
})

test('no least length is asked for: the server knows what it takes', () => {
  expect(problems('x', 'y', 'y')).toEqual({})
})
