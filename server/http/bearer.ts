import type { AppContext } from '../context.ts'
import type { Locale } from '#lib/text/locale-codes.ts'
import { findBearer, type Member, type SessionQuery, type Visit } from '../auth/sessions.ts'
import { hashOf } from '../auth/tokens.ts'
import { type Clock, MINUTE } from '../clock.ts'
import { ApiError } from './api-error.ts'

export interface Caller {
  member: Member
  session: string
  /** The language that the session was last used in. */
  locale: Locale | undefined
  /** The columns that `ask` read beside the session. */
  along: unknown
}

const tokenIn = (authorization: string | undefined) =>
  /^Bearer ([\w-]{1,200})$/iu.exec(authorization ?? '')?.[1]

/** The member of the request's token. A bad token is refused only if the call needs a member. */
export async function readCaller(
  app: AppContext,
  authorization: string | undefined,
  access: 'anyone' | 'member',
  visit: Visit,
  ask?: SessionQuery<unknown>,
): Promise<Caller | undefined> {
  const token = tokenIn(authorization)
  const bearer = token ? await findBearer(app.db, token, app.clock.now(), visit, ask) : undefined
  if (bearer?.kind === 'member') return bearer
  if (access === 'anyone') return undefined
  throw new ApiError(bearer?.kind === 'expired' ? 'EXPIRED_AUTH_TOKEN' : 'UNAUTHORIZED')
}

/** A statement that acts only for an open session has found none, and did nothing. */
export class SessionEnded extends ApiError {
  override name = 'SessionEnded'

  constructor() {
    super('UNAUTHORIZED')
  }
}

/**
 * How long this process remembers a caller, in ms. Requests of a remembered caller do not update the session's last use; `findBearer`
 * does.
 */
const KNOWN_FOR = MINUTE
const MAX_KNOWN = 10_000

/**
 * Remembers the last callers of this process. They tell whom a request counts for and whose turn it waits for, without asking the
 * database; not that the session is still open: the statement that acts has to look (`whileSignedIn`).
 */
export function createKnownCallers(clock: Clock) {
  const known = new Map<string, { caller: Caller; until: number }>()
  return {
    find(authorization: string | undefined): Caller | undefined {
      const token = tokenIn(authorization)
      const found = token === undefined ? undefined : known.get(hashOf(token))
      return found && found.until > clock.now().getTime() ? found.caller : undefined
    },
    forget({ session }: Caller): void {
      known.delete(session)
    },
    keep({ member, session, locale }: Caller): void {
      known.delete(session)
      const [oldest] = known.size >= MAX_KNOWN ? known.keys() : []
      if (oldest !== undefined) known.delete(oldest)
      const caller = { member, session, locale, along: undefined }
      known.set(session, { caller, until: clock.now().getTime() + KNOWN_FOR })
    },
  }
}
