import AES from 'crypto-js/aes.js'
import Hex from 'crypto-js/enc-hex.js'

export interface Gift {
  link: string
  /** The wallet that is to open it. */
  account: string
}

/**
 * `LINK::WALLET ACCOUNT NAME` as the backend reads it: AES in the OpenSSL passphrase format, base64. `salt` (16 hex digits)
 * makes it come out the same again; without one each text gets its own.
 */
export function encryptGiftLink({ link, account }: Gift, key: string, salt?: string): string {
  const text = `${link}::${account}`
  return AES.encrypt(text, key, salt === undefined ? undefined : { salt: Hex.parse(salt) }).toString()
}
