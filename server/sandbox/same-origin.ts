import type { Context, MiddlewareHandler } from 'hono'
import { except } from 'hono/combine'
import { csrf } from 'hono/csrf'
import type { Config } from '../config.ts'
import { originOf } from '../http/origin.ts'
import type { ServerEnv } from '../http/server-env.ts'

/** Every browser names the origin of a form that it sends. */
const isNoBrowser = ({ req }: Context) =>
  req.header('origin') === undefined && req.header('sec-fetch-site') === undefined

/** Another site's page must not press the console's buttons through somebody's browser. */
export function sameOrigin(config: Config): MiddlewareHandler<ServerEnv> {
  const isOwn = (origin: string, c: Context<ServerEnv>) => origin === originOf(c, config)
  return except(isNoBrowser, csrf({ origin: isOwn, secFetchSite: ['same-origin', 'none'] }))
}
