import type { Context, MiddlewareHandler } from 'hono'
import { except } from 'hono/combine'
import { csrf } from 'hono/csrf'
import type { Config } from '../config.ts'
import { originOf } from '../http/page/origin.ts'
import type { ServerEnv } from '../http/server-env.ts'

/** Every browser sends the origin of a form. */
const isNoBrowser = ({ req }: Context) =>
  req.header('origin') === undefined && req.header('sec-fetch-site') === undefined

/** Another site's page must not submit the console's forms through somebody's browser. */
export function sameOrigin(config: Config): MiddlewareHandler<ServerEnv> {
  const isOwn = (origin: string, c: Context<ServerEnv>) => origin === originOf(c, config)
  return except(isNoBrowser, csrf({ origin: isOwn, secFetchSite: ['same-origin', 'none'] }))
}
