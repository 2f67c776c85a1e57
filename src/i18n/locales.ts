import { env } from '#lib/env.ts'

/** The product's own codes, used by its backends too. Lao is `la`, which browsers take for Latin: see `htmlLang`. */
export const locales = ['th', 'la', 'en'] as const
export type Locale = (typeof locales)[number]

/** Each language's own name. */
export const localeNames: Record<Locale, string> = { th: 'ไทย', la: 'ລາວ', en: 'English' }

export const defaultLocale: Locale = env.laos ? 'la' : 'th'

export function isLocale(value: unknown): value is Locale {
  return locales.some((locale) => locale === value)
}

/** The BCP 47 code browsers and screen readers understand. */
export function htmlLang(locale: Locale): 'th' | 'lo' | 'en' {
  return locale === 'la' ? 'lo' : locale
}
