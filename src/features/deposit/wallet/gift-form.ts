import * as v from 'valibot'
import { giftLinkIn } from '#lib/payments/gift-link.ts'

export interface GiftFields {
  link: string
}

/** Keeps only the gift link of the typed text; the issue's message is `not-a-gift`. */
export const giftSchema = v.object({
  link: v.pipe(
    v.string(),
    v.rawTransform<string, string>(({ dataset, addIssue, NEVER }) => {
      const link = giftLinkIn(dataset.value)
      if (link !== undefined) return link
      addIssue({ message: 'not-a-gift' })
      return NEVER
    }),
  ),
})
