import { Hono } from 'hono'
import { cors } from 'hono/cors'
import type { AppContext } from './context.ts'
import { answerError, answerWith } from './http/answer.ts'
import { mountRoutes } from './http/mount-routes.ts'
import { requestLog } from './http/request-log.ts'
import { securityHeaders } from './http/security-headers.ts'
import type { ServerEnv } from './http/server-env.ts'
import { routes } from './routes.ts'

export type App = Hono<ServerEnv>

/** Everything the server answers over HTTP. Needs no port: tests ask it directly. */
export function createApp(context: AppContext): App {
  const { config } = context
  const hono: App = new Hono<ServerEnv>()
  hono.use(requestLog(context))
  hono.use(securityHeaders(config))
  hono.use(
    '/api/*',
    cors({
      origin: [...config.corsOrigins],
      allowHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', 'X-Requester-Type'],
      exposeHeaders: ['Date'],
      maxAge: 3600,
    }),
  )
  mountRoutes(hono, context, routes)
  hono.all('/api/*', (c) => answerWith(c, { message: 'NO_DATA' }, 404))
  hono.onError((error, c) => answerError(c, error, c.get('log') ?? context.log))
  return hono
}
