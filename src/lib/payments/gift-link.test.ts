import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { giftCode, giftLinkIn } from './gift-link.ts'

const code = '01900000000070008000000000000000Abc'
const linkTo = (text: string) => `https://gift.truemoney.com/campaign/?v=${text}`

test.each([
  ['as the wallet app shares it', linkTo(code)],
  ['without the slash', `https://gift.truemoney.com/campaign?v=${code}`],
  ['with more behind', `${linkTo(code)}&utm=share`],
])('a link %s', (_, link) => expect(giftCode(link)).toBe(code))

test.each([
  ['not encrypted', `http://gift.truemoney.com/campaign/?v=${code}`],
  ['of a longer host', `https://gift.truemoney.com.evil.example/campaign/?v=${code}`],
  ['of another host', `https://evil.example/campaign/?v=${code}`],
  ['of a host behind a name', `https://gift.truemoney.com@evil.example/campaign/?v=${code}`],
  ['with a name before the host', `https://me@gift.truemoney.com/campaign/?v=${code}`],
  ['at another door', `https://gift.truemoney.com:8443/campaign/?v=${code}`],
  ['to another page', `https://gift.truemoney.com/other/?v=${code}`],
  ['with another field', `https://gift.truemoney.com/campaign/?w=${code}`],
  ['with too short a code', linkTo('x'.repeat(17))],
  ['with too long a code', linkTo('x'.repeat(65))],
  ['with strange letters', linkTo(`${code}%2F..`)],
  ['that is only the code', code],
  ['that is empty', ''],
])('%s is not a gift link', (_, link) => expect(giftCode(link)).toBeNull())

test('accepts every code of 18 to 64 letters and digits', () => {
  const letters = fc.constantFrom(...'09AZaz5Mm')
  fc.assert(
    fc.property(fc.string({ unit: letters, minLength: 18, maxLength: 64 }), (text) => {
      expect(giftCode(linkTo(text))).toBe(text)
    }),
  )
})

test.each([
  ['alone', linkTo(code)],
  ['after words', `ซองของขวัญสำหรับคุณ ${linkTo(code)}`],
  ['between words and lines', `For you:\n${linkTo(code)}\nOpen it soon`],
  ['twice', `${linkTo(code)} ${linkTo(code)}`],
  ['beside another site', `https://example.com/ ${linkTo(code)}`],
])('finds the link %s', (_, text) => expect(giftLinkIn(text)).toBe(linkTo(code)))

test.each([
  ['no link', 'a gift'],
  ['only another site', 'https://example.com/campaign/?v=1'],
  ['two gifts', `${linkTo(code)} ${linkTo(`${code}2`)}`],
])('finds none if there is %s', (_, text) => expect(giftLinkIn(text)).toBeUndefined())
