import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { accountIn, planCollecting, planEach, planFilling } from './plan-transfers.ts'
import { amountOf } from './provider-transfers.ts'

const game = (code: string, amount: number, isActive = true) => ({
  code,
  username: `${code.toLowerCase()}m1`,
  isActive,
  amount,
})
const someFunds = fc.record({
  wallet: fc.nat(1e12),
  games: fc
    .uniqueArray(fc.constantFrom('PG', 'JOKER', 'UFABET', 'HUAYHD', 'AMB'))
    .chain((codes) => fc.tuple(...codes.map((code) => fc.nat(1e12).map((amount) => game(code, amount))))),
})
const sum = (amounts: readonly { amount: number }[]) => amounts.reduce((all, { amount }) => all + amount, 0)

describe('transfers of everything', () => {
  test('take what the games hold, no satang more or less, and ask each game that holds some for it', () => {
    fc.assert(
      fc.property(someFunds, ({ games }) => {
        const held = games.filter(({ amount }) => amount > 0)
        const plan = planCollecting(games, 'm1')
        expect(plan === null).toBe(held.length === 0)
        if (!plan) return
        expect(amountOf(plan.taken)).toBe(sum(held))
        expect(-sum(plan.moves)).toBe(sum(held))
        expect(sum(plan.rows)).toBe(sum(held))
        expect(plan.moves.map(({ gameCode }) => gameCode)).toEqual(held.map(({ code }) => code))
        const each = planEach(games, 'm1')
        expect(each.map(({ taken }) => taken).reduce((all, one) => ({ ...all, ...one }))).toEqual(plan.taken)
        expect(each).toHaveLength(held.length)
      }),
    )
  })

  test('before a withdrawal reserve from the wallet what the games do not hold of it, and tell the statement of the games alone', () => {
    fc.assert(
      fc.property(someFunds, fc.integer({ min: 1, max: 1e13 }), ({ games }, withdrawal) => {
        const plan = planCollecting(games, 'm1', withdrawal)
        if (!plan) return
        expect(plan.taken['member:m1:wallet'] ?? 0).toBe(Math.max(0, withdrawal - sum(games)))
        expect(amountOf(plan.taken)).toBe(Math.max(withdrawal, sum(games)))
        expect(sum(plan.rows)).toBe(sum(games))
      }),
    )
  })

  test('into a game take the whole wallet; none from an empty one, nor into an account that is closed or missing', () => {
    const games = [game('PG', 1), game('JOKER', 0, false)]
    const fill = (wallet: number, code: string) => planFilling(wallet, 'm1', accountIn(games, code))
    expect(fill(12_345, 'PG')).toEqual({
      taken: { 'member:m1:wallet': 12_345 },
      destination: 'member:m1:game:PG',
      moves: [{ gameCode: 'PG', username: 'pgm1', amount: 12_345 }],
      rows: [{ from: 'WALLET', to: 'PG', amount: 12_345 }],
    })
    expect(fill(0, 'PG')).toBeNull()
    expect(fill(12_345, 'JOKER')).toBeNull()
    expect(fill(12_345, 'UFABET')).toBeNull()
  })
})
