import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import type { Config } from '../config.ts'

const locales = ['th', 'la', 'en'] as const
export type Locale = (typeof locales)[number]

/** The language that the app was set to, which it keeps in a cookie in capitals; else the site's. */
export function localeOf(c: Context, { laos }: Config): Locale {
  const chosen = getCookie(c, 'locale')?.toLowerCase()
  return locales.find((locale) => locale === chosen) ?? (laos ? 'la' : 'th')
}
