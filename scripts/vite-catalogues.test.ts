import { setupI18n } from '@lingui/core'
import { expect, test } from 'vitest'
import { shortIds, withPlainNumbers } from './vite-catalogues.ts'

const compiled = {
  news: [['unread', 'plural', { one: ['#', ' new message'], other: ['#', ' new messages'] }]],
  room: ['Room #', ['room']],
}

test.each([
  ['en', 1, '1 new message'],
  ['en', 2000, '2000 new messages'],
  ['lo', 2000, '2000 new messages'],
])('the number of a plural is written plainly in %s: %i', (locale, unread, words) => {
  const messages = withPlainNumbers(compiled) as typeof compiled
  const i18n = setupI18n({ locale, messages: { [locale]: messages } as never })
  expect(i18n._('news', { unread })).toBe(words)
  expect(i18n._('room', { room: 7 })).toBe('Room #7')
})

test('generated ids are as short as tells them apart, and those that the source names stay', () => {
  const ids = shortIds(['abc123', 'abd456', 'x9Y/+z', 'news', 'spin.error.unknown'])
  expect([...ids]).toEqual([
    ['abc123', 'abc'],
    ['abd456', 'abd'],
    ['x9Y/+z', 'x'],
  ])
})
