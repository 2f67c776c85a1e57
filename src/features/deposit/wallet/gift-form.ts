import * as v from 'valibot'
import { giftCode } from '#lib/gift-link.ts'

export interface GiftFields {
  link: string
}

/** Only a gift link leaves; the message is `not-a-gift`. */
export const giftSchema = v.object({
  link: v.pipe(
    v.string(),
    v.trim(),
    v.check((link) => giftCode(link) !== null, 'not-a-gift'),
  ),
})
