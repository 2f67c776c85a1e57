/** The product's own codes, used by its backends too. Lao is `la`, which browsers take for Latin: see `htmlLang`. */
export const locales = ['th', 'la', 'en'] as const
export type Locale = (typeof locales)[number]

/** The BCP 47 code browsers and screen readers understand. */
export function htmlLang(locale: Locale): 'th' | 'lo' | 'en' {
  return locale === 'la' ? 'lo' : locale
}
