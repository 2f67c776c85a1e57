import { expect, test } from 'vitest'
import { qrChannels, qrChannelTable } from './qr-channels.ts'

test.each(qrChannels)('%s takes at least a baht, and every amount that it offers', (code) => {
  const { minimum, quickAmounts } = qrChannelTable[code]
  expect(minimum).toBeGreaterThanOrEqual(100)
  for (const amount of quickAmounts) expect(amount).toBeGreaterThanOrEqual(minimum)
  expect(quickAmounts.toSorted((a, b) => a - b)).toEqual(quickAmounts)
})
