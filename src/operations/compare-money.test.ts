import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listStatements } from '#api/contract/statement.ts'
import { noteServerDate, resetServerClock } from '#lib/dates/clock.ts'
import { pageSize } from '#lib/paging.ts'
import { compareMoney } from './compare-money.ts'
import type { LogEntry } from './operation-log.ts'

const at = Date.parse('2026-11-23T05:00:00Z')
const row = {
  statementType: 'withdraw',
  createdAt: '2026-11-23T05:00:01Z',
  amount: -50_000,
  status: 'SUCCESS',
}
const entry = { act: 'withdraw', at, amount: 50_000, wallet: 80_000 } as LogEntry
let statements: object[]
let date: string | null

vi.mock('#api/client.ts', () => ({
  request: (call: unknown) => {
    noteServerDate(date, Date.now(), Date.now())
    return Promise.resolve(call === listStatements ? { statements } : { wallet: { amount: 30_000 } })
  },
}))
beforeEach(() => {
  statements = [row]
  date = new Date().toUTCString()
})
afterEach(resetServerClock)

test('a newer row of the same type and amount is shown with the wallet', async () => {
  expect(await compareMoney(entry)).toEqual({
    status: 'compared',
    row,
    wallet: { before: 80_000, now: 30_000 },
  })
})

test('a failed row proves nothing, so no row is shown', async () => {
  statements = [{ ...row, status: 'FAILED' }]
  expect(await compareMoney(entry)).toEqual({ status: 'compared' })
  statements = [{ ...row, status: 'FAILED' }, row]
  expect(await compareMoney(entry)).toMatchObject({ row: { status: 'SUCCESS' } })
})

test('a row from a second before counts: the server’s time is known to a second or two', async () => {
  statements = [{ ...row, createdAt: '2026-11-23T04:59:59Z' }]
  expect(await compareMoney(entry)).toMatchObject({ row: { createdAt: '2026-11-23T04:59:59Z' } })
})

test('an older row, or one of another amount, belongs to another operation', async () => {
  statements = [
    { ...row, amount: -40_000 },
    { ...row, createdAt: '2026-11-23T04:59:00Z' },
  ]
  expect(await compareMoney(entry)).toMatchObject({ row: undefined, wallet: { now: 30_000 } })
})

test('an operation without an amount of its own is known by its kind and time', async () => {
  const bonus = { ...row, statementType: 'bonus', amount: 5000 }
  statements = [row, bonus]
  const { amount: _, ...claim } = { ...entry, act: 'claimInviteBonus' }
  expect(await compareMoney(claim)).toMatchObject({ row: bonus })
})

test('on a page full of newer rows its own may be missing, so nothing is compared; with an older one it is not there', async () => {
  const others = Array.from({ length: pageSize }, () => ({ ...row, statementType: 'transfer' }))
  statements = others
  expect(await compareMoney(entry)).toEqual({ status: 'compared' })
  statements = [...others.slice(1), { ...row, createdAt: '2026-11-23T04:00:00Z' }]
  expect(await compareMoney(entry)).toEqual({
    status: 'compared',
    row: undefined,
    wallet: { before: 80_000, now: 30_000 },
  })
})

test('if the server’s time is unknown, no row is matched by the phone’s clock', async () => {
  date = null
  expect(await compareMoney(entry)).toEqual({ status: 'compared' })
  statements = []
  expect(await compareMoney(entry)).toEqual({ status: 'compared' })
})
