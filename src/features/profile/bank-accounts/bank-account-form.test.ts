import * as v from 'valibot'
import { expect, test } from 'vitest'
import { bankAccountForm } from './bank-account-form.ts'

const read = (bankAccountName: string) => {
  const form = { bankCode: 'KBANK', bankAccountNo: '1234567890', bankAccountName }
  const result = v.safeParse(bankAccountForm, form)
  return result.success ? result.output.bankAccountName : result.issues.map(({ message }) => message)
}

test.each(['', ' ', '\u200B', 'a\u0007b', `e${'\u0301'.repeat(150)}`, 'x'.repeat(201)])(
  '%j is no holder',
  (name) => {
    expect(read(name)).toEqual(['name'])
  },
)

test('a name is read without the blanks around it', () => {
  expect(read(' สมชาย กู้เกียรติ์ ')).toBe('สมชาย กู้เกียรติ์')
})
