import { expect, test } from 'vitest'
import { formatMoney } from './format-money.ts'

test('money has grouping, two decimals and its unit', () => {
  expect(formatMoney(123_450)).toBe('1,234.50\u00A0฿')
  expect(formatMoney(-5)).toBe('\u22120.05\u00A0฿')
})
