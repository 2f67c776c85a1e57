import { expect, test } from 'vitest'
import { qrAddress } from './qr-address.ts'

test('markup becomes an address that shows it as a picture', () => {
  const address = qrAddress('  <svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h1"/></svg>\n')
  expect(address).toMatch(/^data:image\/svg\+xml;charset=utf-8,%3Csvg/u)
})

test.each(['data:image/png;base64,AAAA', 'https://pay.example/qr.png', '/files/qr.png'])(
  '%s stays as it is',
  (address) => expect(qrAddress(address)).toBe(address),
)

test.each([
  '',
  'javascript:alert(1)',
  'data:text/html,<b>',
  '//elsewhere.example/qr.png',
  '<b>no picture</b>',
])('%j is not shown', (text) => expect(qrAddress(text)).toBeUndefined())
