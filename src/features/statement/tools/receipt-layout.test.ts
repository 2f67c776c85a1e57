import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { layOut, type Receipt, wrap } from './receipt-layout.ts'

/** Every character is as wide as half its size; marks above and below take no room. */
const measure = (text: string, size: number) => (text.replaceAll(/\p{M}/gu, '').length * size) / 2

const receipt = (changes: Partial<Receipt> = {}): Receipt => ({
  lang: 'th',
  site: 'Champa',
  title: 'ถอนเงิน',
  amount: '−1,234.50 ฿',
  outcome: { tone: 'done', text: 'สำเร็จ' },
  facts: [
    { name: 'เวลา', value: '05/01/2026 10:04:05' },
    { name: 'เลขอ้างอิง', value: '0b1c2d3e-1111-4222-8333-000000000000' },
  ],
  footer: 'ข้อมูล ณ 05/01/2026 10:04:05',
  ...changes,
})

test('no text is lost, no line is too wide, and no two lines of a column lie over each other', () => {
  const words = fc.array(
    fc.constantFrom('ผู้ปู่', 'กระเป๋าเงิน', 'ໝູ່ເພື່ອນ', 'ຊື່', '1,234.50', 'W', ' ', 'ธนาคารไทยพาณิชย์'),
    {
      minLength: 1,
      maxLength: 14,
    },
  )
  const fact = fc.record({ name: words, value: words }).map(({ name, value }) => ({
    name: `x${name.join(' ')}`,
    value: `x${value.join('')}`,
  }))
  fc.assert(
    fc.property(fc.array(fact, { maxLength: 8 }), fc.constantFrom('th', 'lo', 'en'), (facts, lang) => {
      const { lines, height, width } = layOut(receipt({ facts, lang }), measure)
      const bare = (text: string) => text.replaceAll(/\s/gu, '')
      const told = bare(lines.map(({ text }) => text).join(''))
      for (const { name, value } of facts) {
        expect(told).toContain(bare(name))
        expect(told).toContain(bare(value))
      }
      for (const line of lines) {
        expect(measure(line.text, line.size)).toBeLessThanOrEqual(width - 48)
        expect(line.top + line.height).toBeLessThan(height)
        // What Thai and Lao need above and below.
        expect(line.height).toBeGreaterThanOrEqual(line.size * (lang === 'en' ? 1.5 : 1.7))
      }
      for (const align of ['left', 'right', 'center']) {
        const column = lines.filter((line) => line.align === align)
        for (const [index, line] of column.slice(1).entries())
          expect(line.top).toBeGreaterThanOrEqual((column[index]?.top ?? 0) + (column[index]?.height ?? 0))
      }
    }),
  )
})

test('Thai is cut between words, and what does not fit alone between characters, with its marks', () => {
  const fits = (most: number) => (line: string) => measure(line, 2) <= most
  expect(wrap('ถอนเงินสำเร็จ', 'th', fits(8))).toEqual(['ถอนเงิน', 'สำเร็จ'])
  expect(wrap('ผู้ปู่ผู้', 'th', fits(1)).every((line) => !/^\p{M}/u.test(line))).toBe(true)
  expect(wrap('0123456789', 'en', fits(4))).toEqual(['0123', '4567', '89'])
  expect(wrap('  ', 'en', fits(4))).toEqual([])
})

test('the largest amount stands in one line', () => {
  const { lines } = layOut(receipt({ amount: '−9,999,999,999,999.99 ฿' }), measure)
  const amount = lines.find(({ text }) => text.includes('฿'))
  expect(amount?.text).toBe('−9,999,999,999,999.99 ฿')
  expect(amount?.size).toBeGreaterThanOrEqual(20)
})
