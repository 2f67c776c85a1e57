import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import type { Config } from '../config.ts'
import { type Locale, locales } from '#lib/text/locale-codes.ts'

/**
 * The app's chosen language: it is in a cookie, in capitals, and alone in `Accept-Language`, because a frame on another site
 * has no cookie. Undefined where the request says neither.
 */
export function chosenLocale(c: Context): Locale | undefined {
  const accepted = c.req.header('accept-language')
  const chosen = getCookie(c, 'locale')?.toLowerCase() ?? (accepted === 'lo' ? 'la' : accepted)
  return locales.find((locale) => locale === chosen)
}

export const siteLocale = ({ laos }: Pick<Config, 'laos'>): Locale => (laos ? 'la' : 'th')

/** The chosen language, otherwise the site's own. */
export const localeOf = (c: Context, config: Pick<Config, 'laos'>): Locale =>
  chosenLocale(c) ?? siteLocale(config)
