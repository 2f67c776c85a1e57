import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { safeRedirect } from './redirect.ts'

const site = 'https://champa.example'

test.each([
  '/user',
  '/user/home',
  '/user/statement?page=2',
  '/user/home?modal=deposit#qr',
  '/user/bonus?code=PR12&next=https://evil.example',
  '/user/%E0%B8%81',
])('%s is accepted unchanged', (path) => {
  expect(safeRedirect(path)).toBe(path)
})

test.each([
  '',
  'user/home',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  ' /user/home',
  '/%2Fevil.example',
  '/%2f%2fevil.example',
  '/%5Cevil.example',
  '/%255Cevil.example',
  '/%25252Fevil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/user/..%2f%2fevil.example',
  '/%09/evil.example',
  '/user/home\u0000',
  '/user\u202Eemoh',
  '/%E0%A4%A',
  'https://evil.example/user',
  'HTTPS:/evil.example',
  'javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,x',
  '/',
  '/login',
  '/login?redirect=/login',
  '/register?code=PR12',
  '/terminated',
  '/username',
  '?redirect=/user',
  '#/user',
  `/${'a'.repeat(2001)}`,
])('%j is refused', (text) => {
  expect(safeRedirect(text)).toBeNull()
})

test.each([undefined, null, 7, ['/user'], { toString: () => '/user' }])('%j is not a text', (value) => {
  expect(safeRedirect(value)).toBeNull()
})

test('every accepted target stays on the site, and is accepted again', () => {
  const piece = fc.constantFrom(
    '/',
    '\\',
    '%2f',
    '%5c',
    '%25',
    '%09',
    '.',
    '..',
    ':',
    '@',
    'evil.example',
    '?',
    '#',
  )
  const nasty = fc
    .tuple(fc.constantFrom('/', '/user/'), fc.array(fc.oneof(piece, fc.string({ maxLength: 3 }))))
    .map(([start, parts]) => start + parts.join(''))
  fc.assert(
    fc.property(fc.oneof(nasty, fc.webUrl(), fc.string({ unit: 'grapheme' })), (text) => {
      const path = safeRedirect(text)
      fc.pre(path !== null)
      expect(new URL(path ?? '', site).origin).toBe(site)
      expect(new URL(decodeURIComponent(new URL(path ?? '', site).pathname), site).origin).toBe(site)
      expect(safeRedirect(path)).toBe(path)
    }),
    { numRuns: 1000 },
  )
})
