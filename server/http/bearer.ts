import type { AppContext } from '../context.ts'
import type { Locale } from '../database/localized.ts'
import { findBearer, type Member, type SessionQuery, type Visit } from '../auth/sessions.ts'
import { ApiError } from './api-error.ts'

export interface Caller {
  member: Member
  session: string
  /** The language that the session was last used in. */
  locale: Locale | undefined
  /** What `ask` told beside the session. */
  along: unknown
}

/** The member of the request's token. A bad token is refused only if the call needs a member. */
export async function readCaller(
  app: AppContext,
  authorization: string | undefined,
  access: 'anyone' | 'member',
  visit: Visit,
  ask?: SessionQuery<unknown>,
): Promise<Caller | undefined> {
  const token = /^Bearer ([\w-]{1,200})$/iu.exec(authorization ?? '')?.[1]
  const bearer = token ? await findBearer(app.db, token, app.clock.now(), visit, ask) : undefined
  if (bearer?.kind === 'member') return bearer
  if (access === 'anyone') return undefined
  throw new ApiError(bearer?.kind === 'expired' ? 'EXPIRED_AUTH_TOKEN' : 'UNAUTHORIZED')
}
