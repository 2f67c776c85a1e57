import AES from 'crypto-js/aes.js'
import Utf8 from 'crypto-js/enc-utf8.js'

const CODE = /^[A-Za-z0-9]{18,64}$/u

/** The code of a TrueMoney gift link, or null where the address is none. */
export function giftCode(link: string): string | null {
  if (!URL.canParse(link)) return null
  const url = new URL(link)
  const isGift =
    url.protocol === 'https:' &&
    url.host === 'gift.truemoney.com' &&
    /^\/campaign\/?$/u.test(url.pathname) &&
    url.username + url.password === ''
  const code = url.searchParams.get('v') ?? ''
  return isGift && CODE.test(code) ? code : null
}

/** Reads `LINK::WALLET ACCOUNT NAME` out of the ciphertext. Null where the key or the text is another. */
export function readGiftMessage(ciphertext: string, key: string): { code: string; account: string } | null {
  let text: string
  try {
    text = AES.decrypt(ciphertext, key).toString(Utf8)
  } catch {
    return null
  }
  const parts = text.split('::')
  if (parts.length !== 2) return null
  const [link = '', account = ''] = parts.map((part) => part.trim())
  const code = giftCode(link)
  return code === null || account === '' ? null : { code, account }
}
