import { Hono } from 'hono'
import type { AppContext } from '../context.ts'
import { isRowNumber } from '../database/columns.ts'
import { readCaller } from '../http/bearer.ts'
import { chosenLocale } from '../http/locale.ts'
import { ApiError } from '../http/api-error.ts'
import { userAgentOf } from '../http/page/origin.ts'
import { ADDRESS_SHARE, createRequestLimit } from '../http/limits/request-limit.ts'
import type { ServerEnv } from '../http/server-env.ts'

/** Server-sent events for the bearer. The app reads them with `fetch`, because an `EventSource` cannot send the token. */
export function eventRoutes(app: AppContext): Hono<ServerEnv> {
  const { config, clock, realtime, sharedCounts } = app
  const limit = createRequestLimit(clock, sharedCounts)
  return new Hono<ServerEnv>().get('/', async (c) => {
    c.set('template', '/api/events')
    limit(`events:${c.get('address')}`, config.requestsPerMinute * ADDRESS_SHARE)
    const visit = {
      userAgent: userAgentOf(c),
      address: c.get('address'),
      locale: chosenLocale(c),
    }
    const caller = await readCaller(app, c.req.header('authorization'), 'member', visit)
    if (!caller) throw new ApiError('UNAUTHORIZED')
    c.set('memberId', caller.member.id)
    limit(`events:${caller.member.id}`, config.requestsPerMinute)
    const headers = {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store',
      // nginx would hold events back until its buffer is full.
      'X-Accel-Buffering': 'no',
    }
    if (c.req.method === 'HEAD') return c.body(null, 200, headers)
    const lastEventId = readEventId(c.req.header('last-event-id'))
    const events = realtime.listen({
      memberId: caller.member.id,
      session: caller.session,
      address: visit.address,
      lastEventId,
    })
    return c.body(events as ReadableStream, 200, headers)
  })
}

/** Undefined for an unknown id: the app then refetches everything itself. */
const readEventId = (sent: string | undefined) =>
  sent !== undefined && isRowNumber(sent) ? Number(sent) : undefined
