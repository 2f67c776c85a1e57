import { array, assert, constantFrom, oneof, property, string } from 'fast-check'
import { expect, test, vi } from 'vitest'
import { phoneLink, safeAddress, safeLink, textParts } from './address-rules.ts'

vi.stubGlobal('location', { origin: 'https://champa.test' })

test.each([
  ['https://example.com/a?b=c#d', 'https://example.com/a?b=c#d'],
  ['/api/files/abc.png', 'https://champa.test/api/files/abc.png'],
])('%s may be shown', (address, href) => {
  expect(safeAddress(address)).toBe(href)
})

test.each([
  'javascript:alert(1)',
  ' JaVaScRiPt:alert(1)',
  'data:text/html,<script>',
  'blob:https://champa.test/1',
  'vbscript:x',
  'file:///etc/passwd',
  'https://champa.test@evil.example/',
  'http://example.com/picture.png',
  'https://',
  '',
])('%j may not', (address) => {
  expect(safeAddress(address)).toBeUndefined()
})

test('a link may lead to http, and to nothing that acts', () => {
  expect(safeLink('http://example.com/x')).toBe('http://example.com/x')
  expect(safeLink('http://bank.example@evil.example/')).toBeUndefined()
  expect(safeLink('javascript:alert(1)//http://a.b')).toBeUndefined()
})

test('only what can be dialled is a number', () => {
  expect(phoneLink('+856 20 5512-3456')).toBe('tel:+8562055123456')
  for (const wrong of ['', '12', '081;ext=1', 'call me', '*100#']) expect(phoneLink(wrong)).toBeUndefined()
})

test('links are found in the middle of Thai and Lao, and end where they end', () => {
  expect(textParts('ดูที่https://champa.la/a?b=1ครับ')).toEqual([
    { text: 'ดูที่', at: 0 },
    { text: 'https://champa.la/a?b=1', href: 'https://champa.la/a?b=1', at: 5 },
    { text: 'ครับ', at: 28 },
  ])
  expect(textParts('ເບິ່ງ (https://champa.la/x).')).toEqual([
    { text: 'ເບິ່ງ (', at: 0 },
    { text: 'https://champa.la/x', href: 'https://champa.la/x', at: 7 },
    { text: ').', at: 26 },
  ])
})

test('no word is lost or added, whatever is written', () => {
  const piece = oneof(
    string({ unit: 'grapheme' }),
    constantFrom('https://a.b/c', 'http://x', 'https://', '<b>', 'javascript:1', ' '),
  )
  assert(
    property(array(piece), (pieces) => {
      const words = pieces.join('')
      const parts = textParts(words)
      expect(parts.map(({ text }) => text).join('')).toBe(words)
      for (const { href } of parts) expect(href ?? 'https:').toMatch(/^https?:/u)
    }),
  )
})
