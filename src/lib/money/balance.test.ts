import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isStale, splitBalance, totalBalance } from './balance.ts'

const satang = fc.integer({ min: 0, max: 1_000_000_000 })

test('adds the wallet and every game', () => {
  const total = totalBalance({ wallet: { amount: 100_10 }, slots: [{ amount: 20 }, { amount: 50_00 }] })
  expect(total).toBe(15_030)
})

test('is exact to the satang with any number of games', () => {
  fc.assert(
    fc.property(satang, fc.array(satang, { maxLength: 40 }), (wallet, slots) => {
      const total = totalBalance({
        wallet: { amount: wallet },
        slots: slots.map((amount) => ({ amount })),
      })
      expect(total).toBe(slots.reduce((sum, slot) => sum + slot, wallet))
    }),
  )
})

test('wallet and games add up to the total, to the satang', () => {
  fc.assert(
    fc.property(satang, fc.array(satang), (cash, games) => {
      const slots = games.map((amount) => ({ amount }))
      const balance = splitBalance({ wallet: { amount: cash }, slots })
      expect(balance.cash).toBe(cash)
      expect(balance.inGames).toBe(games.reduce((sum, game) => sum + game, 0))
      expect(balance.total).toBe(balance.cash + balance.inGames)
    }),
  )
})

describe('a balance is stale', () => {
  const fresh = { online: true, failed: false, updatedAt: 1_000_000, now: 1_030_000 }

  test('not if it was loaded a moment ago', () => {
    expect(isStale(fresh)).toBe(false)
  })

  test('offline, however recent', () => {
    expect(isStale({ ...fresh, online: false })).toBe(true)
  })

  test('when a refetch failed', () => {
    expect(isStale({ ...fresh, failed: true })).toBe(true)
  })

  test('when the clock was set back since, so its age is unknown', () => {
    expect(isStale({ ...fresh, now: fresh.updatedAt - 24 * 60 * 60_000 })).toBe(true)
  })

  test('when it was not refreshed for minutes, as after restoring it from storage', () => {
    expect(isStale({ ...fresh, now: fresh.updatedAt + 27 * 60_000 })).toBe(true)
  })
})
