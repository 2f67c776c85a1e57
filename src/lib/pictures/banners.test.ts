import { expect, test } from 'vitest'
import { bannerAddresses } from './banners.ts'

const own = 'https://champa.example'

test('web addresses and those of our origin are kept, once each, in their order', () => {
  const given = ['/art/back.svg', 'https://cdn.example/a.webp', 'art/back.svg', 'http://old.example/b.png']
  expect(bannerAddresses(given, own)).toEqual([
    'https://champa.example/art/back.svg',
    'https://cdn.example/a.webp',
    'http://old.example/b.png',
  ])
})

test.each([
  'javascript:alert(1)',
  ' java\nscript:alert(1)',
  'data:image/svg+xml,<svg/>',
  'blob:https://champa.example/1',
  'file:///etc/passwd',
  'https://',
  '',
  '  ',
])('%j is not a valid picture address', (address) => {
  expect(bannerAddresses([address], own)).toEqual([])
})
