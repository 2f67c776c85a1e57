import { setupI18n } from '@lingui/core'
import { expect, test } from 'vitest'
import { currencyName } from './currency-name.ts'

test('an unknown currency is shown as received', () => {
  const i18n = setupI18n({ locale: 'en', messages: { en: {} } })
  expect(currencyName('EUR', i18n)).toBe('EUR')
  expect(currencyName('toString', i18n)).toBe('toString')
})
