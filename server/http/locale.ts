import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import type { Config } from '../config.ts'

const locales = ['th', 'la', 'en'] as const
export type Locale = (typeof locales)[number]

/**
 * The app's chosen language: it is in a cookie, in capitals, and alone in `Accept-Language`, because a frame on another site
 * has no cookie. Otherwise the site's own.
 */
export function localeOf(c: Context, { laos }: Config): Locale {
  const said = c.req.header('accept-language')
  const chosen = getCookie(c, 'locale')?.toLowerCase() ?? (said === 'lo' ? 'la' : said)
  return locales.find((locale) => locale === chosen) ?? (laos ? 'la' : 'th')
}
