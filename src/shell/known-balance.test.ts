import { describe, expect, test } from 'vitest'
import { shortHash } from '#lib/text/short-hash.ts'
import { appVersion } from '#lib/version.ts'
import { knownBalance } from './known-balance.ts'

const token = 'token-1'
const now = Date.UTC(2026, 0, 2, 3, 4, 5)
const markOf = (of: string, version = appVersion) => `${shortHash(of).toString(36)} ${version} /assets/a.js`
const wallet = {
  keptFor: markOf(token),
  asOf: '02/01/2026 10:04:04',
  wallet: { amount: 1000.1 },
  slots: [{ amount: 234.4 }],
  balance: 1234_50,
}
const kept = { wallet, syncedAt: now - 1000, hidden: null }
const online = { online: true, now }

test('shows the balance that the wallet’s card will show, with the time stored with it', () => {
  expect(knownBalance(kept, token, online)).toEqual({
    figure: '1,234.50',
    at: '02/01/2026 10:04:04',
    stale: false,
  })
})

test('offline, or after minutes, it is marked as old', () => {
  expect(knownBalance(kept, token, { online: false, now })).toMatchObject({ stale: true })
  expect(knownBalance(kept, token, { online: true, now: now + 300_000 })).toMatchObject({ stale: true })
})

describe('nothing is shown for', () => {
  test.each([
    ['another member', { ...kept, wallet: { ...wallet, keptFor: markOf('token-2') } }],
    ['another version of the app', { ...kept, wallet: { ...wallet, keptFor: markOf(token, '0.0.0') } }],
    ['nobody', { ...kept, wallet: { ...wallet, keptFor: undefined } }],
    ['a covered balance', { ...kept, hidden: true }],
    ['no wallet', { ...kept, wallet: null }],
    ['no moment', { ...kept, syncedAt: 'yesterday' }],
    ['more than a week ago', { ...kept, syncedAt: now - 7 * 24 * 60 * 60_000 - 1 }],
    ['a moment in other words', { ...kept, wallet: { ...wallet, asOf: 'today, <b>10:04</b>' } }],
    ['a moment with more to it', { ...kept, wallet: { ...wallet, asOf: `${wallet.asOf}\n!` } }],
    ['a moment that is none', { ...kept, wallet: { ...wallet, asOf: 1e300 } }],
    ['a balance that is none', { ...kept, wallet: { ...wallet, balance: '1000' } }],
    ['parts of a satang', { ...kept, wallet: { ...wallet, balance: 1234.5 } }],
    ['a copy from before the balance was kept', { ...kept, wallet: { ...wallet, balance: undefined } }],
  ])('%s', (_what, found) => {
    expect(knownBalance(found, token, online)).toBeUndefined()
  })
})
