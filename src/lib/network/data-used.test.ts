import { RESET } from 'jotai/utils'
import { afterEach, expect, test } from 'vitest'
import { formatInBangkok } from '#lib/bangkok.ts'
import { addDataUsed, bangkokMonth, dataUsedAtom, savedBytes, usedInMonth } from './data-used.ts'
import { store } from '#lib/store.ts'

afterEach(() => store.set(dataUsedAtom, RESET))

const lastOfOctober = Date.parse('2026-10-31T16:59:59.999Z')
const used = () => store.get(dataUsedAtom)

test('the month is Bangkok’s, as the dates of the app say it', () => {
  for (const at of [lastOfOctober, lastOfOctober + 1, 0, Date.parse('2027-12-31T17:00:00Z')])
    expect(bangkokMonth(at)).toBe(formatInBangkok(at, 'yyyy-MM'))
  expect(bangkokMonth(lastOfOctober)).toBe('2026-10')
  expect(bangkokMonth(lastOfOctober + 1)).toBe('2026-11')
})

test('a new month begins at nothing, and remembers how large a picture is', () => {
  const pictures = new Map([
    ['/one.webp', 500],
    ['/two.webp', 300],
  ])
  addDataUsed({ bytes: 900, held: ['/three.webp'], pictures }, lastOfOctober)
  addDataUsed({ bytes: 100 }, lastOfOctober)
  expect(used()).toEqual({
    month: '2026-10',
    bytes: 1000,
    held: ['/three.webp'],
    pictures: 2,
    pictureBytes: 800,
  })
  const next = lastOfOctober + 1
  expect(usedInMonth(used(), next)).toMatchObject({ month: '2026-11', bytes: 0, held: [] })
  addDataUsed({ bytes: 7 }, next)
  expect(used()).toEqual({ month: '2026-11', bytes: 7, held: [], pictures: 2, pictureBytes: 800 })
})

test('a picture that is left out on every page counts once, and not at all once it was loaded', () => {
  const now = lastOfOctober
  addDataUsed({ held: ['/one.webp', '/two.webp'] }, now)
  addDataUsed({ held: ['/one.webp'] }, now)
  expect(used().held).toEqual(['/one.webp', '/two.webp'])
  addDataUsed({ pictures: new Map([['/one.webp', 10]]) }, now)
  expect(used().held).toEqual(['/two.webp'])
})

test('what was left out is worth as much as what was loaded here, and nothing is claimed before', () => {
  const none = { month: '2026-11', bytes: 0, held: ['/1', '/2', '/3', '/4'], pictures: 0, pictureBytes: 0 }
  expect(savedBytes(none)).toBeUndefined()
  expect(savedBytes({ ...none, pictures: 3, pictureBytes: 100_000 })).toBe(133_333)
})
