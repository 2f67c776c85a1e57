import type { MiddlewareHandler } from 'hono'
import type { ServerEnv } from './server-env.ts'

/** What this server does beyond the calls that every backend of the app has. The app uses what was announced, and no more. */
const extensions = [
  'keys',
  'acts',
  'logout',
  'late-logout',
  'client-id',
  'otp-proof',
  'withdraw-hold',
  'sessions',
  'password-reset',
  'turnover',
  'activity',
  'events',
] as const

export const EXTENSIONS_HEADER = 'X-Api-Extensions'

export function announceExtensions(): MiddlewareHandler<ServerEnv> {
  return async (c, next) => {
    await next()
    c.header(EXTENSIONS_HEADER, extensions.join(', '))
  }
}
