import * as v from 'valibot'

export const LOCALES = ['th', 'la', 'en'] as const
export type Locale = (typeof LOCALES)[number]

/** A text of the site, in the languages that it is written in. */
export const localizedSchema = v.object(v.entriesFromList(LOCALES, v.optional(v.string())))
export type Localized = v.InferOutput<typeof localizedSchema>

/** The text for a reader; in another language where theirs is missing, because any says more than none. */
export function inLocale(text: Localized, locale: Locale): string {
  const found = [locale, ...LOCALES].find((one) => text[one] !== undefined)
  return (found && text[found]) ?? ''
}
