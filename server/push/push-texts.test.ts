import { expect, test } from 'vitest'
import { pushTopics } from '#lib/network/push-message.ts'
import { pushTexts } from './push-texts.ts'

const withoutMoney = new Set(['chat', 'device', 'passkey', 'bank-account'])
const all = (['th', 'la', 'en'] as const).flatMap((locale) =>
  pushTopics.map((event) => [event, locale] as const),
)

test.each(all)('the text of %s in %s has the amount only where the member allows it', (event, locale) => {
  const hidden = pushTexts(event, locale, null)
  expect(`${hidden.title} ${hidden.body}`).not.toMatch(/\p{Nd}/u)
  const shown = pushTexts(event, locale, 123_450)
  expect(shown.title).toBe(hidden.title)
  expect(shown.body.includes('1,234.50')).toBe(!withoutMoney.has(event))
})
