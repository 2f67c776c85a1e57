import type { MiddlewareHandler } from 'hono'
import type { Config } from '../config.ts'
import { originOf } from '../http/origin.ts'
import type { ServerEnv } from '../http/server-env.ts'

/** Another site's page must not press the console's buttons through somebody's browser. */
export function sameOrigin(config: Config): MiddlewareHandler<ServerEnv> {
  return async (c, next) => {
    const site = c.req.header('sec-fetch-site')
    const origin = c.req.header('origin')
    const isForeign =
      site === undefined
        ? origin !== undefined && origin !== originOf(c, config)
        : site !== 'same-origin' && site !== 'none'
    if (c.req.method !== 'GET' && isForeign) return c.text('This form was sent from another site.', 403)
    return next()
  }
}
