import { expect, test } from 'vitest'
import { readUrl } from './read-url.ts'

test('an address is read with or without a base, and what is none is undefined', () => {
  expect(readUrl('https://champa.example/a?b#c')?.pathname).toBe('/a')
  expect(readUrl('/a', 'https://champa.example')?.href).toBe('https://champa.example/a')
  expect(readUrl('/a')).toBeUndefined()
  expect(readUrl('https://[')).toBeUndefined()
})
