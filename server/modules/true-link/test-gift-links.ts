import { randomUUID } from 'node:crypto'
import AES from 'crypto-js/aes.js'
import { sandboxTruelinkKey } from '#lib/payments/truelink-key.ts'

/** The link of a gift with this name, sealed as the app seals it. */
export const giftLink = (name: string) => {
  const link = `https://gift.truemoney.com/campaign/?v=${name}::Champa Sandbox`
  return AES.encrypt(link, sandboxTruelinkKey).toString()
}
export const newGiftLink = () => giftLink(`${randomUUID().replaceAll('-', '')}Abc`)
