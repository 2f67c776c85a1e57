import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  shortRotationTo,
  isTurnedOver,
  labelTurn,
  labelWay,
  rotationTo,
  sliceAngle,
  TURN,
  wheelSize,
} from './wheel-geometry.ts'

const counts = Array.from({ length: 24 }, (_, index) => index + 1)
const start = fc.double({ min: -1000, max: 1000, noNaN: true })
const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
const wrap = (angle: number) => ((angle % TURN) + TURN) % TURN
/** The slice under the pointer while the wheel is at `angle`. */
const sliceAtPointer = (angle: number, count: number) => Math.round((wrap(-angle) * count) / TURN) % count
/** A slice's distance from the pointer, in either direction. */
const fromPointer = (angle: number) => Math.min(angle, TURN - angle)

describe.each(counts)('%i slices', (count) => {
  const index = fc.integer({ min: 0, max: count - 1 })

  test('the slice under the pointer is the prize, well within its edges', () => {
    fc.assert(
      fc.property(start, index, chance, (from, won, random) => {
        const { to } = rotationTo({ from, index: won, count, random: () => random })
        expect(sliceAtPointer(to, count)).toBe(won)
        expect(fromPointer(sliceAngle(to, won, count))).toBeLessThan((0.31 * TURN) / count)
        expect(sliceAtPointer(shortRotationTo({ from, index: won, count }).to, count)).toBe(won)
      }),
    )
  })

  test('takes three to four turns, 0.4 to 0.5 seconds each', () => {
    fc.assert(
      fc.property(start, index, chance, (from, won, random) => {
        const rotation = rotationTo({ from, index: won, count, random: () => random })
        const turns = (rotation.to - rotation.from) / TURN
        expect(rotation.from).toBe(from)
        expect(turns).toBeGreaterThanOrEqual(3)
        expect(turns).toBeLessThan(4 + 1e-9)
        expect(rotation.durationMs / turns).toBeCloseTo(400 + 100 * random, 3)
      }),
    )
  })

  test('with reduced motion it takes about one turn, in less than a second', () => {
    fc.assert(
      fc.property(start, index, (from, won) => {
        const rotation = shortRotationTo({ from, index: won, count })
        const turns = (rotation.to - rotation.from) / TURN
        expect(turns).toBeGreaterThanOrEqual(0.5 - 1e-9)
        expect(turns).toBeLessThan(1.5 + 1e-9)
        expect(rotation.durationMs).toBeLessThan(1000)
      }),
    )
  })

  test('no label is ever upside down', () => {
    fc.assert(
      fc.property(start, index, (angle, slice) => {
        const at = sliceAngle(angle, slice, count)
        const turn = labelTurn(labelWay(count), at)
        expect(Math.abs(turn)).toBeLessThanOrEqual(TURN / 4 + 1e-6)
        // It runs along its slice or across it, either way up.
        const along = labelWay(count) === 'along' ? at - TURN / 4 : at
        expect(Math.abs(Math.sin(turn - along))).toBeLessThan(1e-6)
        expect(Math.cos(turn - along) < 0).toBe(isTurnedOver(labelWay(count), at))
      }),
    )
  })
})

test('every angle has exactly one slice under the pointer', () => {
  fc.assert(
    fc.property(start, fc.integer({ min: 1, max: 24 }), (angle, count) => {
      const index = sliceAtPointer(angle, count)
      expect(fromPointer(sliceAngle(angle, index, count))).toBeLessThanOrEqual(TURN / 2 / count + 1e-6)
    }),
  )
})

test.each([
  [320, 480, 272],
  [360, 780, 306],
  [412, 915, 350],
  [1440, 900, 350],
  [740, 360, 232],
])('in a window of %i by %i px the wheel is %i px wide', (width, height, size) => {
  expect(wheelSize(width, height)).toBe(size)
})
