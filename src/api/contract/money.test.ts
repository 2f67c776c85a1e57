import * as fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { MAX_SATANG } from '#lib/money/money.ts'
import type { Call } from './call.ts'
import { listOf } from './fields.ts'
import { encodeMoney, mapMoney, money, positiveMoney } from './money.ts'
import { getQr } from './qrcode.ts'
import { getWallet, transfer } from './wallet.ts'

const satangs = fc.oneof(
  fc.integer({ min: -MAX_SATANG, max: MAX_SATANG }),
  fc.integer({ min: -100_000, max: 100_000 }),
)
const decode = (baht: unknown) => v.parse(money, baht)
const encode = (satang: unknown) => encodeMoney(money, satang)

describe('an amount', () => {
  test('survives encoding and decoding', () => {
    fc.assert(
      fc.property(satangs, (satang) => {
        expect(decode(JSON.parse(JSON.stringify(encode(satang))))).toBe(satang + 0)
      }),
    )
  })

  test('is the satang that two decimals in JSON mean, and is encoded to the same decimals', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(99), (whole, decimals) => {
        const baht: unknown = JSON.parse(`${whole}.${String(decimals).padStart(2, '0')}`)
        expect(decode(baht)).toBe(Number(`${whole}${String(decimals).padStart(2, '0')}`))
        expect(encode(decode(baht))).toBe(baht)
      }),
    )
  })

  test.each([0.001, 1.005, 0.1 + 0.2, 1e-7, 1e13, 1e21, 1e99, -1e99, NaN, Infinity, '1', true, null])(
    'is not decoded from %j',
    (baht) => expect(v.safeParse(money, baht).success).toBe(false),
  )

  test('given as any float is either refused or encoded to exactly that float', () => {
    const law = fc.property(fc.oneof(fc.double(), fc.double({ min: -100, max: 100 })), (baht) => {
      const read = v.safeParse(money, baht)
      return !read.success || (Number.isInteger(read.output) && encode(read.output) === baht + 0)
    })
    expect(fc.check(law).failed).toBe(false)
  })

  test.each([0.5, 12.34, 1e16, 1e99, NaN, Infinity, '100'])('is not encoded from %j', (satang) => {
    expect(() => encode(satang)).toThrow(RangeError)
  })

  test('zero has no sign', () => expect(Object.is(decode(-0), 0)).toBe(true))

  test.each([0, -0, -1, -0.01])('that is paid is not %d', (baht) => {
    expect(v.safeParse(positiveMoney, baht).success).toBe(false)
  })
})

describe('inside a reply or body', () => {
  test('every amount is decoded and encoded, however deeply nested; the rest is unchanged', () => {
    const slot = { code: 'PG', name: 'Naga', category: 'slot', amount: 0.07, isActive: true }
    const wire = {
      profile: { _id: 'M1', username: '08', createdAt: '2026-01-01T00:00:00Z', coin: 5 },
      wallet: { amount: 1000.1 },
      slots: [slot, { ...slot, amount: 12 }],
    }
    const wallet = v.parse(getWallet.reply, wire)
    expect(wallet).toMatchObject({
      profile: { coin: 5 },
      wallet: { amount: 100_010 },
      invite: { amount: 0 },
      slots: [{ amount: 7 }, { amount: 1200 }],
    })
    expect(encodeMoney(getWallet.reply, wallet)).toMatchObject(wire)
    expect(v.parse(getWallet.reply, encodeMoney(getWallet.reply, wallet))).toEqual(wallet)
  })

  test('in a variant of two shapes', () => {
    const waits = { hasQrcode: true, qrcodeId: 'Q', qrcode: '<svg/>', amount: 2050, expireIn: 1e12 }
    expect(encodeMoney(getQr.reply, waits)).toEqual({ ...waits, amount: 20.5 })
    expect(encodeMoney(getQr.reply, { hasQrcode: false })).toEqual({ hasQrcode: false })
  })

  test('fractions of a satang are refused both ways', () => {
    const body = { from: 'WALLET', to: 'PG', amount: 99.5 }
    expect(() => encodeMoney(transfer.body, body)).toThrow(RangeError)
  })

  test('an unreadable row does not affect the others', () => {
    const rows = listOf(v.object({ amount: money }))
    expect(v.parse(rows, [{ amount: 1 }, { amount: 1.001 }, { amount: 1e99 }])).toEqual([{ amount: 100 }])
  })

  test('a value that does not fit the schema is left unchanged, and only money is converted', () => {
    const gone = () => undefined
    expect(mapMoney(transfer.reply, 'what', gone)).toBe('what')
    expect(mapMoney(transfer.reply, { message: 'SUCCESS', amount: '50' }, gone)).toEqual({
      message: 'SUCCESS',
    })
    expect(mapMoney(getWallet.reply, { slots: 7, wallet: null }, gone)).toEqual({ slots: 7, wallet: null })
  })
})

const modules = import.meta.glob<Record<string, unknown>>('./*.ts', { eager: true })
const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'path' in value && 'reply' in value
const schemas = Object.values(modules)
  .flatMap((module) => Object.values(module))
  .filter(isCall)
  .flatMap(({ id, body, reply }) => [
    [`${id} reply`, reply] as const,
    ...(body ? [[`${id} body`, body] as const] : []),
  ])

test.each(schemas)('%s has money only where it is found', (_, schema) => {
  // Checks every way in which the contract composes schemas: an amount that `mapMoney` did not reach would be sent 100 times
  // too large.
  const walked = new Set(['wrapped', 'item', 'entries', 'options'])
  const lost: string[] = []
  const look = (value: unknown, path: string[]) => {
    if (value === money || value === positiveMoney) {
      if (path.some((step) => step.startsWith('?'))) lost.push(path.join('.'))
      return
    }
    if (typeof value !== 'object' || value === null || path.length > 24) return
    const isSchema = 'kind' in value && value.kind === 'schema'
    for (const [name, part] of Object.entries(value)) {
      if (name === 'pipe' && Array.isArray(part)) {
        // The first item of a pipe is the schema itself; the later ones transform it.
        for (const later of part.slice(1)) look(later, [...path, '?pipe'])
      } else look(part, [...path, !isSchema || walked.has(name) ? name : `?${name}`])
    }
  }
  look(schema, [])
  expect(lost).toEqual([])
})
