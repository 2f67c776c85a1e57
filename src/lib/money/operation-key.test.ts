import { afterEach, expect, test, vi } from 'vitest'
import { newOperationKey } from './operation-key.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u

afterEach(() => {
  vi.unstubAllGlobals()
})

test('every key is unique', () => {
  const keys = Array.from({ length: 100 }, newOperationKey)
  expect(new Set(keys).size).toBe(100)
  expect(keys.every((key) => uuid.test(key))).toBe(true)
})

test('without a secure context the keys have the same form', () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  const keys = Array.from({ length: 100 }, newOperationKey)
  expect(new Set(keys).size).toBe(100)
  expect(keys.every((key) => uuid.test(key))).toBe(true)
})
