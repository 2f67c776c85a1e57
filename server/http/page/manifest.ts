import { readFile } from 'node:fs/promises'
import { Hono } from 'hono'
import { etag } from 'hono/etag'
import type { AppContext } from '../../context.ts'
import { readSetting } from '../../database/settings.ts'
import { localeOf } from '../locale.ts'
import type { ServerEnv } from '../server-env.ts'

/** What of a file in `public/` is read here; the rest is passed on. */
interface Manifest {
  name: string
  /** The sandbox site's name, which stands in `name` too. */
  short_name: string
}

/**
 * The installed app's name and shortcuts: the file in the request's language, for which the page's link sends the cookie, with
 * the site's own name (`info`).
 */
export function manifestRoute({ config, db }: AppContext, folder: string): Hono<ServerEnv> {
  return new Hono<ServerEnv>().get('/manifest.webmanifest', etag(), async (c, next) => {
    const locale = localeOf(c, config)
    const file = locale === 'th' ? 'manifest.webmanifest' : `manifest.${locale}.webmanifest`
    const text = await readFile(`${folder}/${file}`, 'utf8').catch(() => undefined)
    if (text === undefined) return next()
    const manifest = JSON.parse(text) as Manifest
    const { name } = await readSetting(db, 'info')
    const named = { name: manifest.name.replace(manifest.short_name, () => name), short_name: name }
    return c.body(JSON.stringify({ ...manifest, ...named }), 200, {
      'Content-Type': 'application/manifest+json',
      'Cache-Control': 'no-cache',
      Vary: 'Cookie, Accept-Language',
    })
  })
}
