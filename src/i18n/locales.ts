import { env } from '#lib/env.ts'
import { type Locale, locales } from '#lib/locale-codes.ts'

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
