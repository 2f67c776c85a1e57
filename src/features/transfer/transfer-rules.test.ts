import { assert, integer, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openAccounts } from './account-options.ts'
import { afterTransfer, everythingTo, accountsOf, startingAccounts } from './transfer-rules.ts'

const game = (code: string, amount: number, isActive = true) => ({
  code,
  name: code,
  logo: '',
  amount,
  isActive,
})

test('only open accounts are listed: the wallet, then by balance', () => {
  const accounts = accountsOf({
    wallet: { amount: 12_50 },
    slots: [game('PG', 0), game('IMI', 20_25), game('CLOSED', 0, false)],
  })
  expect(accounts.map(({ code, balance }) => [code, balance])).toEqual([
    ['WALLET', 1250],
    ['IMI', 2025],
    ['PG', 0],
  ])
})

test('a closed game can be emptied, but accepts nothing', () => {
  const accounts = accountsOf({
    wallet: { amount: 0 },
    slots: [{ ...game('PG', 5), closed: true }, game('IMI', 0)],
  })
  expect(accounts.map(({ code }) => code)).toEqual(['WALLET', 'PG', 'IMI'])
  expect(openAccounts(accounts).map(({ code }) => code)).toEqual(['WALLET', 'IMI'])
})

test('starts where the money is', () => {
  const slots = [game('PG', 5), game('IMI', 20)]
  expect(startingAccounts(accountsOf({ wallet: { amount: 0 }, slots }))).toEqual({
    from: 'IMI',
    to: 'WALLET',
  })
  expect(startingAccounts(accountsOf({ wallet: { amount: 0 }, slots }), 'PG')).toEqual({
    from: 'PG',
    to: 'WALLET',
  })
  const one = accountsOf({ wallet: { amount: 5 }, slots: [game('PG', 0)] })
  expect(startingAccounts(one)).toEqual({ from: 'WALLET', to: 'PG' })
  expect(startingAccounts(one, 'GONE')).toEqual({ from: 'WALLET', to: 'PG' })
  expect(startingAccounts(accountsOf({ wallet: { amount: 5 }, slots: [] }))).toEqual({
    from: 'WALLET',
    to: '',
  })
})

test('the game used last comes first, and is where the money comes from or goes to', () => {
  const slots = [game('PG', 5_00), game('IMI', 20_00), game('JOKER', 0)]
  const used = accountsOf({ wallet: { amount: 0 }, slots }, ['JOKER', 'PG', 'GONE'])
  expect(used.map(({ code }) => code)).toEqual(['WALLET', 'JOKER', 'PG', 'IMI'])
  expect(startingAccounts(used)).toEqual({ from: 'PG', to: 'WALLET' })
  const empty = slots.map((slot) => ({ ...slot, amount: 0 }))
  const wallet = { amount: 50_00 }
  expect(startingAccounts(accountsOf({ wallet, slots: empty }, ['JOKER']))).toEqual({
    from: 'WALLET',
    to: 'JOKER',
  })
  expect(startingAccounts(accountsOf({ wallet, slots: empty }))).toEqual({ from: 'WALLET', to: '' })
})

test('a transfer neither creates nor loses money', () => {
  const balance = integer({ min: 0, max: 1_000_000 })
  assert(
    property(balance, balance, balance, (a, b, satang) => {
      const after = afterTransfer({ code: 'A', balance: a }, { code: 'B', balance: b }, satang)
      expect(after && after.from + after.to).toBe(satang > a ? undefined : a + b)
    }),
  )
})

test('shows nothing for a transfer to the same account', () => {
  const account = { code: 'A', balance: 100 }
  expect(afterTransfer(account, account, 100)).toBeUndefined()
})

describe('everything at once', () => {
  const accounts = [
    { code: 'WALLET', balance: 1000 },
    { code: 'PG', name: 'PG', balance: 250 },
    { code: 'IMI', name: 'IMI', balance: 0 },
    { code: 'JOKER', name: 'JOKER', balance: 25 },
  ]
  test('moves the money of every game into the wallet', () => {
    expect(everythingTo(accounts, 'WALLET')).toEqual({ satang: 275, after: 1275 })
  })
  test('moves the whole wallet into a game, and leaves the other games alone', () => {
    expect(everythingTo(accounts, 'PG')).toEqual({ satang: 1000, after: 1250 })
  })
  test('with nothing to move', () => {
    expect(everythingTo([{ code: 'WALLET', balance: 0 }], 'PG')).toMatchObject({ satang: 0 })
  })
})
