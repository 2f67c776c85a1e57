import { expect, test } from 'vitest'
import { wordsOf } from '../scripts/route-loading/messages.ts'

test('the English of the catalogue is what the source says', () => {
  const others = [...wordsOf('en')].filter(
    ([english, words]) => english !== words && !english.startsWith('spin.error.'),
  )
  expect(others).toEqual([])
})
