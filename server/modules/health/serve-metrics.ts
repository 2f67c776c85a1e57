import { Hono } from 'hono'
import type { AppContext } from '../../context.ts'
import { isSameText } from '../../auth/tokens.ts'
import { answerWith } from '../../http/answer.ts'
import type { ServerEnv } from '../../http/server-env.ts'
import type { Metrics } from './metrics.ts'

/** Serves metrics to requests with the token; without a token in the settings there are none. */
export function serveMetrics(
  { config: { metricsToken } }: Pick<AppContext, 'config'>,
  metrics: Metrics | undefined,
): Hono<ServerEnv> {
  return new Hono<ServerEnv>().get('/', async (c) => {
    c.set('template', '/metrics')
    c.header('Cache-Control', 'no-store')
    if (metrics === undefined || metricsToken === undefined) return answerWith(c, { message: 'NO_DATA' }, 404)
    const [, shown = ''] = /^Bearer (\S+)$/iu.exec(c.req.header('authorization') ?? '') ?? []
    if (!isSameText(shown, metricsToken)) {
      c.header('WWW-Authenticate', 'Bearer')
      return answerWith(c, { message: 'UNAUTHORIZED' }, 401)
    }
    const { type, text } = await metrics.read()
    return c.body(text, 200, { 'Content-Type': type })
  })
}
