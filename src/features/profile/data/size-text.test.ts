import { expect, test } from 'vitest'
import { sizeText } from './size-text.ts'

test.each([
  [0, '0 KB'],
  [1, '1 KB'],
  [639_001, '640 KB'],
  [999_000, '999 KB'],
  [999_001, '1 MB'],
  [3_449_999, '3.4 MB'],
  [1_260_000_000, '1260 MB'],
])('%d bytes are %s', (bytes, text) => expect(sizeText(bytes)).toBe(text))
