import { expect, test } from 'vitest'
import { wordsOf } from '../scripts/route-loading/messages.ts'

test('the English catalogue has the same texts as the source', () => {
  const others = [...wordsOf('en')].filter(
    ([english, words]) => english !== words && !english.startsWith('spin.error.'),
  )
  expect(others).toEqual([])
})
