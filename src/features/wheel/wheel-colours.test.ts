import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Colour, contrast, cssColour, sliceColours } from './wheel-colours.ts'

const part = fc.integer({ min: 0, max: 255 })
const colour = fc.tuple(part, part, part)
const read = (text: string): Colour | null => (text === '' ? null : (JSON.parse(text) as Colour))
const told = (ground: Colour | null, ink: Colour | null) => ({
  bgColor: ground ? JSON.stringify(ground) : '',
  textColor: ink ? JSON.stringify(ink) : '',
})

test('the label is readable, whatever colours the backend sends', () => {
  fc.assert(
    fc.property(fc.option(colour), fc.option(colour), fc.nat(30), (ground, ink, index) => {
      const shown = sliceColours(told(ground, ink), index, read)
      expect(contrast(shown.ground, shown.ink)).toBeGreaterThanOrEqual(4.5)
      expect(shown.ground).toEqual(ground ?? shown.ground)
      const isReadable = ground && ink && contrast(ground, ink) >= 4.5
      expect(shown.ink).toEqual(isReadable ? ink : shown.ink)
    }),
  )
})

test('calculates as WCAG does, and writes as CSS does', () => {
  expect(contrast([0, 0, 0], [255, 255, 255])).toBeCloseTo(21)
  expect(contrast([119, 119, 119], [255, 255, 255])).toBeCloseTo(4.48, 2)
  expect(cssColour([1, 20, 255])).toBe('rgb(1 20 255)')
})
