import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { linkFromOutside, pictureFromOutside, webAddress } from './outside-address.ts'

const here = 'https://champa.example'

test.each([
  ['https://elsewhere.example/a?b=c', 'https://elsewhere.example/a?b=c'],
  [' http://elsewhere.example ', 'http://elsewhere.example/'],
  ['/user/bonus', `${here}/user/bonus`],
  ['//elsewhere.example/x', 'https://elsewhere.example/x'],
  ['tel:+66812345678', 'tel:+66812345678'],
  ['MAILTO:help@champa.example', 'mailto:help@champa.example'],
])('a link to %s is allowed', (address, href) => {
  expect(linkFromOutside(address, here)).toBe(href)
})

test.each([
  '',
  '  ',
  'javascript:alert(1)',
  'java\tscript:alert(1)',
  '\u0001javascript:alert(1)',
  'JaVaScRiPt://%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'blob:https://champa.example/1',
  'vbscript:x',
  'file:///etc/passwd',
  'intent://x#Intent;scheme=champa;end',
  'https://champa.example@elsewhere.example/',
  'https://:secret@elsewhere.example/',
  'https://',
])('a link to %j is refused', (address) => {
  expect(linkFromOutside(address, here)).toBeUndefined()
})

test('pictures are from our origin or data addresses', () => {
  expect(pictureFromOutside('/art/bonuses/new.svg', here)).toBe(`${here}/art/bonuses/new.svg`)
  expect(pictureFromOutside('data:image/png;base64,AAAA', here)).toBe('data:image/png;base64,AAAA')
})

test.each([
  'https://elsewhere.example/beacon.gif',
  '//elsewhere.example/beacon.gif',
  '\\\\elsewhere.example/beacon.gif',
  'http://champa.example/x.png',
  '/api/bonus/clear',
  '/art/../api/bonus/clear',
  '/art/..%2f../api/bonus/clear',
  'data:text/html,x',
  'blob:https://champa.example/1',
  'javascript:1',
  '',
])('a picture at %j is refused', (address) => {
  expect(pictureFromOutside(address, here)).toBeUndefined()
})

test('a web address is http or https, and a relative one resolves where a base is given', () => {
  expect(webAddress('http://elsewhere.example/a')).toBe('http://elsewhere.example/a')
  expect(webAddress('/play', here)).toBe(`${here}/play`)
  for (const text of ['/play', 'javascript:alert(1)', 'tel:1', 'intent://x', '', ' '])
    expect(webAddress(text)).toBeUndefined()
  const anything = fc.oneof(
    fc.string(),
    fc.webUrl(),
    fc.constantFrom('javascript:', 'blob:', 'http:').map((scheme) => `${scheme}//a`),
  )
  fc.assert(
    fc.property(anything, (text) => {
      expect(webAddress(text) ?? 'https://nothing').toMatch(/^https?:\/\//u)
    }),
  )
})
