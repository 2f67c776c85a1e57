import * as v from 'valibot'
import { expect, test } from 'vitest'
import type { Call } from '../src/api/contract/call.ts'
import { contractCalls } from '../server/http/test-contract.ts'
import { getWallet } from '../src/api/contract/wallet.ts'
import { totalBalance } from '../src/lib/money/balance.ts'

/** What a proxy, a cache or a broken backend may answer with, all of it valid JSON. */
const shapes: Record<string, unknown> = {
  null: null,
  list: [],
  'other object': { a: 1 },
  'wrong types': {
    wallet: { amount: 'many' },
    profile: 7,
    slots: 'none',
    invite: [],
    statements: {},
    total: 'x',
    banks: {},
    conditions: [1],
    hasQrcode: 'yes',
    withdrawMin: '1',
    active: 3,
    name: {},
    contactText: 9,
  },
}

const acceptedBy = ({ reply }: Call) =>
  Object.keys(shapes).filter((shape) => v.safeParse(reply, shapes[shape]).success)
/** The empty list is the right shape of a reply that is a list. */
const wronglyAcceptedBy = (call: Call) =>
  acceptedBy(call).filter((shape) => shape !== 'list' || call.reply.type !== 'array')

test('a reply of a wrong shape is refused, except where a site may say nothing', () => {
  const accepted = contractCalls.flatMap((call) => {
    const names = wronglyAcceptedBy(call)
    return names.length > 0 ? [`${call.method} ${call.path}: ${names.join(', ')}`] : []
  })
  expect(accepted.toSorted(), 'the list here: “Add a call”, 3, in docs/how-to.md').toEqual([
    'GET /api/invite/banners: list, other object, wrong types',
    'GET /api/lookup/conditions: list, other object',
    'GET /api/lookup/contact: list, other object',
    'GET /api/lookup/deposit: list, other object',
    'GET /api/lookup/notice: list, other object, wrong types',
    'GET /api/promotion/current: null, list, other object, wrong types',
    'GET /api/promotion/find/:code: null, list, other object, wrong types',
    'GET /api/refund/banners: list, other object, wrong types',
    'GET /api/wallet/collect/:id?: null',
    'POST /api/otp/send: list, other object, wrong types',
    'POST /api/wallet/slip: list, other object, wrong types',
  ])
})

test('where it is accepted, a list and an object of others mean the same nothing', () => {
  const tolerant = contractCalls.filter((call) => acceptedBy(call).includes('other object'))
  expect(tolerant.length).toBeGreaterThan(0)
  for (const { reply, path } of tolerant)
    expect(v.parse(reply, shapes['other object']), path).toEqual(v.parse(reply, shapes['list']))
})

test('the money in a game of a category that we do not know stays the member’s', () => {
  const slot = { code: 'PG', name: 'Naga', amount: 100, isActive: true }
  const wallet = v.parse(getWallet.reply, {
    profile: { _id: 'm1', username: '0812345678', createdAt: '2026-01-01T00:00:00Z' },
    wallet: { amount: 50 },
    slots: [
      { ...slot, category: 'sport' },
      { ...slot, code: 'FISH', category: 'fishing' },
      { ...slot, code: 'NONE' },
    ],
  })
  expect(wallet.slots.map(({ category }) => category)).toEqual(['sport', 'slot', 'slot'])
  expect(totalBalance(wallet)).toBe(350_00)
})
