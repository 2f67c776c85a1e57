import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MIN_TRANSFER } from '#api/contract/wallet.ts'
import { formatSatang } from '#lib/money/money.ts'
import { movesBeforePlay, readTransfer } from './read-transfer.ts'

const satang = fc.integer({ min: 0, max: 10_000_000 })

describe('the amount to move', () => {
  test('what leaves and what stays add up to the wallet', () => {
    fc.assert(
      fc.property(satang, satang, (wallet, asked) => {
        const reading = readTransfer(formatSatang(asked), wallet)
        if (reading.state !== 'ready') return
        expect(reading.satang + reading.leftSatang).toBe(wallet)
        expect(reading.leftSatang).toBeGreaterThanOrEqual(0)
        expect(reading.satang).toBeGreaterThanOrEqual(MIN_TRANSFER)
      }),
    )
  })

  test('the whole wallet can be moved, but not a satang more', () => {
    expect(readTransfer('8,230.00', 823_000)).toEqual({ state: 'ready', satang: 823_000, leftSatang: 0 })
    expect(readTransfer('8,230.01', 823_000)).toEqual({ state: 'wrong', fault: 'not-enough' })
  })

  test.each(['', ' ', '0', '0.00', '-5', '๐'])('%j is nothing to move', (text) => {
    expect(readTransfer(text, 823_000).state).toBe('nothing')
  })

  test('the minimum is one baht', () => {
    expect(readTransfer('0.99', 823_000)).toEqual({ state: 'wrong', fault: 'below-minimum' })
    expect(readTransfer('๑', 823_000)).toMatchObject({ state: 'ready', satang: 100 })
  })

  test.each(['1e3', '0.001', 'abc'])('%j is no amount', (text) => {
    expect(readTransfer(text, 823_000).state).toBe('wrong')
  })
})

describe('transfer and play', () => {
  const moves = (text: string, wallet: number) => movesBeforePlay(readTransfer(text, wallet), wallet)

  test('moves the whole wallet, whatever amount is in the field', () => {
    for (const text of ['', '500', '99999', 'abc']) expect(moves(text, 823_000)).toBe(true)
  })

  test('only opens the game if there is nothing to move', () => {
    expect(moves('', 0)).toBe(false)
    expect(moves('0', 823_000)).toBe(false)
    expect(moves('-1', 823_000)).toBe(false)
  })
})
