import AES from 'crypto-js/aes.js'
import Utf8 from 'crypto-js/enc-utf8.js'
import { giftCode } from '#lib/payments/gift-link.ts'

/** Decrypts `LINK::WALLET ACCOUNT NAME`, as the app's `encryptGiftLink` writes it. Null if the key or the format is wrong. */
export function decryptGiftLink(ciphertext: string, key: string): { code: string; account: string } | null {
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
