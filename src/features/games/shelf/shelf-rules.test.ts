import { expect, test } from 'vitest'
import type { GameSlot } from '#api/contract/wallet.ts'
import { toShelves } from './shelf-rules.ts'

const slot = (code: string, category: GameSlot['category']): GameSlot => ({
  code,
  category,
  name: code,
  logo: '',
  background: '',
  amount: 0,
  isActive: false,
  web: '',
  android: '',
  ios: '',
})

test('shelves have a fixed order, games keep the given order, empty shelves are left out', () => {
  const shelves = toShelves([slot('A', 'lotto'), slot('B', 'slot'), slot('C', 'lotto')])
  expect(shelves.map(({ category, slots }) => [category, ...slots.map(({ code }) => code)])).toEqual([
    ['slot', 'B'],
    ['lotto', 'A', 'C'],
  ])
  expect(toShelves([])).toEqual([])
})
