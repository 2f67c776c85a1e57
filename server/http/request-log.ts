import { randomBytes } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import type { AppContext } from '../context.ts'
import { addressOf } from './origin.ts'
import type { ServerEnv } from './server-env.ts'

/** Gives each request an id, and logs it when it is answered: with the path's template, never the path. */
export function requestLog(app: AppContext): MiddlewareHandler<ServerEnv> {
  return async (c, next) => {
    const began = performance.now()
    const requestId = randomBytes(9).toString('base64url')
    c.set('requestId', requestId)
    c.set('log', app.log.with({ request: requestId }))
    c.set('template', '')
    c.set('address', addressOf(c, app.config))
    await next()
    c.header('X-Request-Id', requestId)
    c.get('log').info('request', {
      method: c.req.method,
      path: c.get('template') || 'static',
      status: c.res.status,
      ms: Math.round((performance.now() - began) * 10) / 10,
      member: c.get('memberId'),
    })
  }
}
