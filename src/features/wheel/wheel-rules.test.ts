import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { couldSpin, couponPage, wonOn } from './wheel-rules.ts'

const slice = (code: string) => ({
  code,
  label: `Label ${code}`,
  bgColor: '',
  textColor: '',
  htmlDescription: `<p>${code}</p>`,
})
const slices = [slice('A'), slice('B')]

test('a spin needs coins, a wheel, and the previous spin to be over', () => {
  expect(couldSpin({ busy: false, coins: 1, slices })).toBe(true)
  expect(couldSpin({ busy: true, coins: 1, slices })).toBe(false)
  expect(couldSpin({ busy: false, coins: 0, slices })).toBe(false)
  expect(couldSpin({ busy: false, coins: -1, slices })).toBe(false)
  expect(couldSpin({ busy: false, coins: 1, slices: [] })).toBe(false)
})

test('a prize is shown as on the wheel, or by its own label if the wheel lacks it', () => {
  expect(wonOn(slices, { code: 'B', label: '', remainingCoin: 3 })).toMatchObject({
    index: 1,
    label: 'Label B',
    html: '<p>B</p>',
    remainingCoin: 3,
  })
  expect(wonOn(slices, { code: 'C', label: 'New', remainingCoin: 0 })).toMatchObject({
    index: -1,
    label: 'New',
    html: '',
  })
})

test('three coupons per page: each is on exactly one page, whatever page is asked for', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer(), { maxLength: 20 }),
      fc.integer({ min: -3, max: 20 }),
      (rows, asked) => {
        const all = couponPage(rows, 1)
        const paged = Array.from({ length: all.pages }, (_, index) => couponPage(rows, index + 1))
        expect(paged.flatMap((one) => one.rows)).toEqual(rows)
        const one = couponPage(rows, asked)
        expect(one.rows.length).toBeLessThanOrEqual(3)
        expect(one.page).toBeGreaterThanOrEqual(1)
        expect(one.page).toBeLessThanOrEqual(one.pages)
        expect(rows.slice(one.first, one.first + one.rows.length)).toEqual(one.rows)
      },
    ),
  )
})
