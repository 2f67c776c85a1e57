import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isVisiblyWithin, visibleLength } from './visible-length.ts'

describe('the visible length', () => {
  test.each([
    ['', 0],
    ['abc', 3],
    ['ที่นี่', 2],
    ['น้ำ', 1],
    ['ເງິນ', 3],
    ['👨‍👩‍👧‍👦🇱🇦', 2],
    ['a\r\nb', 3],
  ])('of %j is %i', (text, length) => {
    expect(visibleLength(text)).toBe(length)
  })

  test('is never more than the code points', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(visibleLength(text)).toBeLessThanOrEqual(Array.from(text).length)
      }),
    )
  })

  test('is within a limit or not, as when it is counted', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 8 }), fc.nat(8), (text, max) => {
        expect(isVisiblyWithin(text, max)).toBe(visibleLength(text) <= max)
      }),
    )
  })
})
