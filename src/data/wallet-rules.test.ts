import { array, assert, integer, property } from 'fast-check'
import { expect, test } from 'vitest'
import { totalBalance } from './wallet-rules.ts'

test('adds the wallet and every game', () => {
  const total = totalBalance({ wallet: { amount: 100.1 }, slots: [{ amount: 0.2 }, { amount: 50 }] })
  expect(total).toBe(15_030)
})

test('is exact to the satang, however many games', () => {
  const satang = integer({ min: 0, max: 10_000_000_00 })
  assert(
    property(satang, array(satang, { maxLength: 40 }), (wallet, slots) => {
      const total = totalBalance({
        wallet: { amount: wallet / 100 },
        slots: slots.map((slot) => ({ amount: slot / 100 })),
      })
      expect(total).toBe(slots.reduce((sum, slot) => sum + slot, wallet))
    }),
  )
})
