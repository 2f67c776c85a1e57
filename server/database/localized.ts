import * as v from 'valibot'
import { type Locale, locales } from '#lib/text/locale-codes.ts'

/** A text of the site, in the languages that it is written in. */
export const localizedSchema = v.object(v.entriesFromList(locales, v.optional(v.string())))
export type Localized = v.InferOutput<typeof localizedSchema>

/** The text for a reader; in another language where theirs is missing, because any says more than none. */
export function inLocale(text: Localized, locale: Locale): string {
  const found = [locale, ...locales].find((one) => text[one] !== undefined)
  return (found && text[found]) ?? ''
}
