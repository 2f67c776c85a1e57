import { Hono } from 'hono'
import { cors } from 'hono/cors'
import type { AppContext } from './context.ts'
import { answerError, answerWith } from './http/answer.ts'
import { announceExtensions, EXTENSIONS_HEADER } from './http/api-extensions.ts'
import { tellTime } from './http/date-header.ts'
import { createBodyLimits } from './http/limits/body-limit.ts'
import { manifestRoute } from './http/page/manifest.ts'
import { mountRoutes } from './http/mount-routes.ts'
import { describeCalls } from './http/openapi.ts'
import { ownHostsOnly } from './http/page/own-hosts.ts'
import { checkAddress } from './http/read-input.ts'
import { requestLog } from './http/request-log.ts'
import { securityHeaders } from './http/page/security-headers.ts'
import type { ServerEnv } from './http/server-env.ts'
import { staticApp } from './http/page/static-app.ts'
import { checkHealth } from './modules/health/health.ts'
import { createMetrics } from './modules/health/metrics.ts'
import { serveMetrics } from './modules/health/serve-metrics.ts'
import { checkReadiness } from './modules/health/readiness.ts'
import { fileRoutes } from './files/file-routes.ts'
import { eventRoutes } from './realtime/event-routes.ts'
import { routes } from './routes.ts'
import { sandboxPages } from './sandbox/sandbox-pages.ts'

export type App = Hono<ServerEnv>

const allowOrigins = (origins: readonly string[]) =>
  cors({
    origin: [...origins],
    allowHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', 'Last-Event-ID', 'X-Requester-Type'],
    exposeHeaders: ['Date', EXTENSIONS_HEADER],
    maxAge: 3600,
  })

/** The whole HTTP server, without a port: tests call it directly. */
export function createApp(context: AppContext, appFolder = 'dist'): App {
  const { config } = context
  const calls = routes.map(({ call }) => call)
  const hono: App = new Hono<ServerEnv>()
  const metrics = config.metricsToken === undefined ? undefined : createMetrics(context)
  hono.use(requestLog(context))
  if (metrics) hono.use(metrics.measure)
  hono.use(securityHeaders(config))
  hono.use(ownHostsOnly(config))
  // Without other origins there is nothing to allow; asked all the same, this makes Hono build each answer twice.
  if (config.corsOrigins.length > 0) hono.use('/api/*', allowOrigins(config.corsOrigins))
  hono.use('/api/*', announceExtensions(context, calls))
  hono.use('/api/*', tellTime(context))
  // A malformed page address is left to the app, which shows its "not found".
  hono.use('/api/*', checkAddress)
  hono.use('/sandbox/*', checkAddress)
  const bodies = createBodyLimits()
  mountRoutes(hono, context, routes, bodies)

  hono.get('/api/health', async (c) => {
    c.set('template', '/api/health')
    const health = await checkHealth(context)
    c.header('Cache-Control', 'no-store')
    return answerWith(c, health, health.status === 'ok' ? 200 : 503)
  })
  hono.get('/api/ready', async (c) => {
    c.set('template', '/api/ready')
    const readiness = await checkReadiness(context)
    c.header('Cache-Control', 'no-store')
    return answerWith(c, readiness, readiness.status === 'ready' ? 200 : 503)
  })
  hono.route('/metrics', serveMetrics(context, metrics))
  let description: object | undefined
  hono.get('/api/openapi.json', (c) => {
    c.set('template', '/api/openapi.json')
    description ??= describeCalls(calls)
    c.header('Cache-Control', 'no-cache')
    return answerWith(c, description)
  })
  hono.route('/api/files', fileRoutes(context))
  hono.route('/api/events', eventRoutes(context))
  hono.all('/api/*', (c) => answerWith(c, { message: 'NO_DATA' }, 404))
  // The service worker handles what another app shares. Without one, the page asks the member to choose the file by hand.
  hono.post('/share', (c) => c.redirect('/user/home?open=slip&shared=1', 303))
  hono.route('/sandbox', sandboxPages(context, bodies))
  hono.get('/sandbox/', (c) => c.redirect('/sandbox', 308))
  hono.route('/', manifestRoute(context, appFolder))
  const standIn = (path: string) => (path === '/sw.js' && !config.worker ? '/sw-off.js' : path)
  hono.route(
    '/',
    staticApp(appFolder, (page) => securityHeaders(config, page), standIn),
  )
  hono.onError((error, c) => answerError(c, error, c.get('log') ?? context.log))
  return hono
}
