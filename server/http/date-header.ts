import type { MiddlewareHandler } from 'hono'
import type { AppContext } from '../context.ts'
import type { ServerEnv } from './server-env.ts'

/**
 * Tells in `Date` the time by which the answer's own times are written: apps count down to those by this header. Node would tell the
 * machine's, which may be minutes from that of the database (`createSharedClock`).
 */
export function tellTime({ clock }: Pick<AppContext, 'clock'>): MiddlewareHandler<ServerEnv> {
  return async (c, next) => {
    await next()
    // `c.header` would rebuild the answer.
    c.res.headers.set('Date', clock.now().toUTCString())
  }
}
