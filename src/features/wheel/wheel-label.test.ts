import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { labelWay, outline, TURN } from './wheel-geometry.ts'
import { fitLabel, LEADING, linesOf } from './wheel-label.ts'

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
const widths = new Map<string, number>()
/** A pessimistic text width in em: combining marks take no room, emoji more than letters. Kept, because segmenting takes most of the time. */
function measure(text: string) {
  const width =
    widths.get(text) ??
    Array.from(letters.segment(text)).reduce(
      (sum, { segment }) => sum + (/\p{Extended_Pictographic}/u.test(segment) ? 1.3 : 0.7),
      0,
    )
  widths.set(text, width)
  return width
}

const samples = [
  '500 ฿',
  '500 บาท',
  'ลองใหม่อีกครั้ง',
  'ເງິນລາງວັນໃຫຍ່ທີ່ສຸດ 500 ບາດ',
  '🎉 🎁',
  '👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦',
  'Free spins for a whole week',
  'W'.repeat(300),
  'ก็'.repeat(200),
  '',
  '   ',
]
const label = fc.oneof(fc.constantFrom(...samples), fc.string({ unit: 'grapheme', maxLength: 60 }))

describe.each(Array.from({ length: 24 }, (_, index) => index + 1))('%i slices', (count) => {
  const way = labelWay(count)

  test('every line of a label stays within its slice and the face, and off the hub', () => {
    fc.assert(
      fc.property(label, fc.boolean(), (text, isTurnedOver) => {
        const { lines, size } = fitLabel(text, { ...outline, count, isTurnedOver, measure })
        const places = linesOf(way, lines.length, size, { ...outline, count, isTurnedOver })
        expect(size).toBeGreaterThanOrEqual(10)
        expect(lines.length).toBeLessThanOrEqual(3)
        for (const [index, line] of lines.entries()) {
          const width = size * measure(line)
          const { at } = places[index] ?? { at: NaN }
          const half = (size * LEADING) / 2
          const aside = way === 'along' ? (index - (lines.length - 1) / 2) * 2 * half : 0
          const corners =
            way === 'across'
              ? [at - half, at + half].map((away) => [width / 2, away] as const)
              : [at - width, at].flatMap((away) => [
                  [aside - half, away] as const,
                  [aside + half, away] as const,
                ])
          for (const [sideways, away] of corners) {
            expect(Math.hypot(sideways, away)).toBeLessThan(outline.face)
            expect(away).toBeGreaterThanOrEqual(outline.hub - 1e-6)
            // A slice as wide as half the wheel has no sides that a label could cross.
            const aslant = count > 2 ? Math.abs(Math.atan2(sideways, away)) : 0
            expect(aslant).toBeLessThanOrEqual(TURN / 2 / count)
          }
        }
      }),
    )
  })

  test('a short label is complete; a long one ends in an ellipsis', () => {
    fc.assert(
      fc.property(label, fc.boolean(), (text, isTurnedOver) => {
        const { lines } = fitLabel(text, { ...outline, count, isTurnedOver, measure })
        const [shown, whole] = [lines.join(''), text].map((one) => one.replaceAll(/\s/gu, ''))
        const isCut = shown !== whole
        expect(shown?.endsWith('…')).toBe(isCut || whole?.endsWith('…'))
        expect(whole?.startsWith(isCut ? (shown?.slice(0, -1) ?? '?') : whole)).toBe(true)
      }),
    )
  })

  test('typical labels are shown in full', () => {
    for (const text of ['500 ฿', '20 บาท', 'ລອງໃໝ່']) {
      const { lines } = fitLabel(text, { ...outline, count, isTurnedOver: false, measure })
      expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
    }
  })
})

test('Thai and Lao break between words, and marks stay with their letters', () => {
  const room = { ...outline, count: 8, isTurnedOver: false, measure }
  const { lines } = fitLabel('เงินรางวัลพิเศษ', room)
  expect(lines.length).toBeGreaterThan(1)
  for (const line of lines) expect(line).not.toMatch(/^\p{M}/u)
})
