import type { Hono } from 'hono'
import type { AppContext } from '../context.ts'
import type { Database } from '../database/database.ts'
import { readOnly } from '../database/read-only.ts'
import { answerRequest, methodNotAllowed } from './answer-request.ts'
import { createKnownCallers } from './bearer.ts'
import { createRequestLimit } from './limits/request-limit.ts'
import { createBodyLimits } from './limits/body-limit.ts'
import { createRunOperation } from './operations/run-operation.ts'
import type { Route } from './route.ts'
import type { ServerEnv } from './server-env.ts'

/**
 * Mounts the contract's calls. A call is run by the `kind` of its route:
 * - `read`: its handler runs on a read-only database unless the call `writes`, with what `withSession` read beside the session or
 *   `prepare` did before.
 * - `transaction`: the operation's handler runs in a transaction, after `prepare` if there is one.
 * - `planned-statement`: one statement begins the operation, planned by what `withSession` read or `prepare` did.
 * - `statement`: one statement begins the operation, and acts only while the session is open: the session of a remembered caller is not
 *   looked up first.
 * A remembered caller is also enough to begin to read a body. Once the body has come, the session is looked up again.
 */
export function mountRoutes(
  hono: Hono<ServerEnv>,
  app: AppContext,
  routes: readonly Route[],
  bodies = createBodyLimits(),
): void {
  const limit = createRequestLimit(app.clock, app.sharedCounts)
  const run = createRunOperation()
  const callers = createKnownCallers(app.clock)

  for (const route of routes) {
    const { call } = route
    const withSession = 'withSession' in route ? route.withSession : undefined
    const readDb = readOnly(app.forReads?.(app.db) ?? app.db, call.id)
    const reading = { ...app, db: call.writes ? app.db : readDb }
    const askAlong =
      withSession && ((_: Database, values: { tokenHash: string }) => withSession(readDb, values))
    const deps = { app, reading, askAlong, limit, bodies, run, callers }
    hono.on(call.method, spellings(call.path), (c) => answerRequest(c, route, deps))
  }
  for (const [path, methods] of methodsByPath(routes)) {
    hono.all(path, (c) => {
      c.set('template', path)
      return methodNotAllowed(c, methods.join(', '))
    })
  }
}

/** One path of the contract ends in a slash; it is accepted with and without. */
function spellings(path: string): string[] {
  return path.endsWith('/') ? [path, path.slice(0, -1)] : [path]
}

function methodsByPath(routes: readonly Route[]): Map<string, string[]> {
  const paths = new Map<string, string[]>()
  for (const { call } of routes) {
    for (const path of spellings(call.path)) paths.set(path, [...(paths.get(path) ?? []), call.method])
  }
  return paths
}
