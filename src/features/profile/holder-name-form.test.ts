import * as v from 'valibot'
import { expect, test } from 'vitest'
import { holderNameForm, latinPart } from './holder-name-form.ts'

const read = (name: string) => {
  const result = v.safeParse(holderNameForm, { name })
  return result.success ? result.output.name : result.issues.map((issue) => issue.message)
}

test.each([
  ['somying jaidee', 'SOMYING JAIDEE'],
  ['  SOMYING   jaidee ', 'SOMYING JAIDEE'],
])('%j is sent to the bank as %j', (typed, sent) => {
  expect(read(typed)).toBe(sent)
})

test.each(['สมหญิง', 'SOMYING ใจดี', 'SOMYING-JAIDEE', "O'NEILL", 'SOMYING 2', 'ສົມໃຈ', 'Ünal'])(
  '%j is not in English letters and spaces',
  (typed) => {
    expect(read(typed)).toEqual(['latin'])
  },
)

test('an empty name is refused', () => {
  expect(read('   ')).toContain('missing')
})

test('the English part of a mixed name stays', () => {
  expect(latinPart('นาย Somying  ใจดี Jaidee.')).toBe('SOMYING JAIDEE')
  expect(latinPart('สมหญิง ใจดี')).toBe('')
})
