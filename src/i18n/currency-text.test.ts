import { expect, test } from 'vitest'
import { currencyText } from './currency-text.ts'

test('an unknown currency is shown as received', () => {
  expect(currencyText('EUR')).toBeUndefined()
  expect(currencyText('toString')).toBeUndefined()
})
