import { expect, test } from 'vitest'
import { base64urlOf } from './base64url.ts'

test.each([
  [[], ''],
  [[0], 'AA'],
  [[255, 239, 190], '_---'],
  [[251, 255], '-_8'],
])('%j', (bytes, text) => {
  expect(base64urlOf(new Uint8Array(bytes))).toBe(text)
  expect(Buffer.from(bytes).toString('base64url')).toBe(text)
})
