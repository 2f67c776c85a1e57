import { expect, test } from 'vitest'
import { shortIds } from './vite-catalogues.ts'

test('generated ids are as short as tells them apart, and those that the source names stay', () => {
  const ids = shortIds(['abc123', 'abd456', 'x9Y/+z', 'news', 'spin.error.unknown'])
  expect([...ids]).toEqual([
    ['abc123', 'abc'],
    ['abd456', 'abd'],
    ['x9Y/+z', 'x'],
  ])
})
