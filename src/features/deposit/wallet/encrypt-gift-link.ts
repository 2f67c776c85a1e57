import AES from 'crypto-js/aes.js'
import Hex from 'crypto-js/enc-hex.js'

export interface Gift {
  link: string
  /** The account name of the wallet that opens the gift. */
  account: string
}

/**
 * Encrypts `LINK::WALLET ACCOUNT NAME` as the backend expects: AES in the OpenSSL passphrase format, base64. `salt` (16 hex
 * digits) makes the result reproducible; without it a random one is used.
 */
export function encryptGiftLink({ link, account }: Gift, key: string, salt?: string): string {
  const text = `${link}::${account}`
  return AES.encrypt(text, key, salt === undefined ? undefined : { salt: Hex.parse(salt) }).toString()
}
