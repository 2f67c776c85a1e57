import { assert, integer, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openSides } from './side-options.ts'
import { afterTransfer, everythingTo, sidesOf, startingSides } from './transfer-rules.ts'

const game = (code: string, amount: number, isActive = true) => ({
  code,
  name: code,
  logo: '',
  amount,
  isActive,
})

test('only open accounts take part, the fullest first after the wallet', () => {
  const sides = sidesOf({
    wallet: { amount: 12_50 },
    slots: [game('PG', 0), game('IMI', 20_25), game('CLOSED', 0, false)],
  })
  expect(sides.map(({ code, held }) => [code, held])).toEqual([
    ['WALLET', 1250],
    ['IMI', 2025],
    ['PG', 0],
  ])
})

test('a closed game can be emptied, and takes nothing', () => {
  const sides = sidesOf({
    wallet: { amount: 0 },
    slots: [{ ...game('PG', 5), closed: true }, game('IMI', 0)],
  })
  expect(sides.map(({ code }) => code)).toEqual(['WALLET', 'PG', 'IMI'])
  expect(openSides(sides).map(({ code }) => code)).toEqual(['WALLET', 'IMI'])
})

test('starts where the money is', () => {
  const slots = [game('PG', 5), game('IMI', 20)]
  expect(startingSides(sidesOf({ wallet: { amount: 0 }, slots }))).toEqual({ from: 'IMI', to: 'WALLET' })
  expect(startingSides(sidesOf({ wallet: { amount: 0 }, slots }), 'PG')).toEqual({ from: 'PG', to: 'WALLET' })
  const one = sidesOf({ wallet: { amount: 5 }, slots: [game('PG', 0)] })
  expect(startingSides(one)).toEqual({ from: 'WALLET', to: 'PG' })
  expect(startingSides(one, 'GONE')).toEqual({ from: 'WALLET', to: 'PG' })
  expect(startingSides(sidesOf({ wallet: { amount: 5 }, slots: [] }))).toEqual({ from: 'WALLET', to: '' })
})

test('a transfer makes and loses nothing', () => {
  const held = integer({ min: 0, max: 1_000_000 })
  assert(
    property(held, held, held, (a, b, satang) => {
      const after = afterTransfer({ code: 'A', held: a }, { code: 'B', held: b }, satang)
      expect(after && after.from + after.to).toBe(satang > a ? undefined : a + b)
    }),
  )
})

test('says nothing of a transfer to the same account', () => {
  const side = { code: 'A', held: 100 }
  expect(afterTransfer(side, side, 100)).toBeUndefined()
})

describe('everything at once', () => {
  const sides = [
    { code: 'WALLET', held: 1000 },
    { code: 'PG', name: 'PG', held: 250 },
    { code: 'IMI', name: 'IMI', held: 0 },
    { code: 'JOKER', name: 'JOKER', held: 25 },
  ]
  test('out of every game that holds money, into the wallet', () => {
    const { sources, satang, after } = everythingTo(sides, 'WALLET')
    expect(sources.map(({ code }) => code)).toEqual(['PG', 'JOKER'])
    expect([satang, after]).toEqual([275, 1275])
  })
  test('the whole wallet into a game, and nothing out of the other games', () => {
    const { sources, satang, after } = everythingTo(sides, 'PG')
    expect(sources.map(({ code }) => code)).toEqual(['WALLET'])
    expect([satang, after]).toEqual([1000, 1250])
  })
  test('nothing is there to be moved', () => {
    expect(everythingTo([{ code: 'WALLET', held: 0 }], 'PG')).toMatchObject({ sources: [], satang: 0 })
  })
})
