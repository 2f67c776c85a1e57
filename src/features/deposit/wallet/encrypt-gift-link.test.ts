import AES from 'crypto-js/aes.js'
import Utf8 from 'crypto-js/enc-utf8.js'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { encryptGiftLink } from './encrypt-gift-link.ts'

const link = 'https://gift.truemoney.com/campaign/?v=01900000000070008000000000000000Abc'
const key = 'champa-sandbox-truelink'
const gift = { link, account: 'Champa Sandbox' }
const salt = '0123456789abcdef'
// printf LINK::ACCOUNT | openssl enc -aes-256-cbc -md md5 -S 0123456789abcdef -pass pass:KEY -a -A
const byOpenSsl =
  'Xfi/wyoB8vZ2fwE7GT/jg9fMwZAAXWxEORi9m5BVSTpS2QLtiJMPidVr7Bj5Gn8YnIGEoVIlSaH83aTshk7fwd0qLNhPUbJG0E1s87LZEBvoeezLQnYk9EEsXdY64h01'

test('equals OpenSSL’s output for the same text, key and salt, after its header', () => {
  const sealed = Buffer.from(encryptGiftLink(gift, key, salt), 'base64')
  expect(sealed.subarray(0, 8).toString('latin1')).toBe('Salted__')
  expect(sealed.subarray(8, 16).toString('hex')).toBe(salt)
  expect(sealed.subarray(16).toString('base64')).toBe(byOpenSsl)
})

test('crypto-js decrypts it byte for byte', () => {
  const letters = fc.string({ unit: fc.constantFrom(...'Azก้ำລາວ ຂອງ:-9'), maxLength: 40 })
  fc.assert(
    fc.property(letters, fc.string({ minLength: 1, maxLength: 20 }), (account, anyKey) => {
      const read = AES.decrypt(encryptGiftLink({ link, account }, anyKey), anyKey).toString(Utf8)
      expect(read).toBe(`${link}::${account}`)
    }),
    { numRuns: 50 },
  )
})

test('differs every time, and does not show the link', () => {
  const [one, other] = [encryptGiftLink(gift, key), encryptGiftLink(gift, key)]
  expect(one).not.toBe(other)
  expect(Buffer.from(one, 'base64').toString('latin1')).not.toContain('truemoney')
})
