import type { Context } from 'hono'
import type { SessionQuery, Visit } from '../auth/sessions.ts'
import type { AppContext } from '../context.ts'
import { type Caller, type createKnownCallers, readCaller } from './bearer.ts'
import { inLane } from './operations/operation-lane.ts'
import { hasBody } from './read-input.ts'
import type { Route } from './route.ts'
import type { ServerEnv } from './server-env.ts'

export interface CallerLookup {
  /** The caller as this process remembers them. Undefined if it does not, or if the call needs a look at the database first. */
  known: Caller | undefined
  /** Looks the caller up in the database. Undefined for a visitor. */
  find: () => Promise<Caller | undefined>
  session: SessionCheck
}

export interface LookupDeps {
  app: AppContext
  /** `withSession` on the database for reads. */
  askAlong: SessionQuery<unknown> | undefined
  callers: ReturnType<typeof createKnownCallers>
}

export function createCallerLookup(
  c: Context<ServerEnv>,
  { call, kind }: Route,
  { app, askAlong, callers }: LookupDeps,
  visit: Visit,
): CallerLookup {
  const authorization = c.req.header('authorization')
  const ask = () => readCaller(app, authorization, call.access, visit, askAlong)
  const find = async () => {
    // An operation looks its caller up in its lane too: otherwise a burst of operations would fill the queue for connections ahead
    // of every read.
    const found = await (call.changes ? inLane(app, ask) : ask())
    if (found) callers.keep(found)
    session.noteOpen()
    return found
  }
  const known = kind === 'statement' || hasBody(call) ? callers.find(authorization) : undefined
  const session = createSessionCheck(async () => {
    // Looks the token up again: an ended one is forgotten, an open one is remembered for another minute.
    if (known) callers.forget(known)
    await find()
  })
  return { known, find, session }
}

export interface SessionCheck {
  /** The session was looked up and is open. */
  noteOpen: () => void
  /** The session was not found, or may have ended since it was looked up. */
  doubt: () => void
  /** Throws if the caller is no longer signed in. Looks the session up only if that is not known. */
  confirm: () => Promise<void>
}

/** Knows whether the caller's session is open: not yet if the caller was remembered. `lookUp` notes it open, or throws. */
function createSessionCheck(lookUp: () => Promise<void>): SessionCheck {
  let isOpen = false
  return {
    noteOpen: () => {
      isOpen = true
    },
    doubt: () => {
      isOpen = false
    },
    confirm: async () => {
      if (!isOpen) await lookUp()
    },
  }
}
