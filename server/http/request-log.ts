import { randomUUID } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import type { AppContext } from '../context.ts'
import { addressOf } from './page/origin.ts'
import type { ServerEnv } from './server-env.ts'

/** An id that a proxy or an app may give a request; it is logged, so it has no spaces, quotes or line breaks. */
const GIVEN_ID = /^[\w.:-]{8,64}$/u

/**
 * Gives each request an id, or keeps the one that a proxy gave it, so that its lines are found in every process's log. Logs it
 * when it is answered: with the path's template, never the path.
 */
export function requestLog(app: AppContext): MiddlewareHandler<ServerEnv> {
  return async (c, next) => {
    const began = performance.now()
    const given = c.req.header('x-request-id')
    const requestId = given !== undefined && GIVEN_ID.test(given) ? given : randomUUID()
    c.set('requestId', requestId)
    c.set('log', app.log.with({ request: requestId }))
    c.set('template', '')
    c.set('address', addressOf(c, app.config))
    await next()
    // `c.header` would rebuild the answer, and a text would be sent as a stream.
    const { headers } = c.res
    headers.set('X-Request-Id', requestId)
    // The client's next request goes to a process that stays.
    if (app.state.isStopping) headers.set('Connection', 'close')
    c.get('log').info('request', {
      method: c.req.method,
      path: c.get('template') || 'static',
      status: c.res.status,
      ms: Math.round((performance.now() - began) * 10) / 10,
      member: c.get('memberId'),
    })
  }
}
