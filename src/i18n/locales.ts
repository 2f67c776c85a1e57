import { type Locale, locales } from '#lib/text/locale-codes.ts'

/** Each language's own name. */
export const localeNames: Record<Locale, string> = { th: 'ไทย', la: 'ລາວ', en: 'English' }

export function isLocale(value: unknown): value is Locale {
  return locales.some((locale) => locale === value)
}
