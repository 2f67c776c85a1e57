import * as v from 'valibot'
import { memberCall, operation } from './call.ts'
import { listOf, message, text, time } from './fields.ts'

/** One place where the member is signed in. Its id is no token: nothing can be done with it but ending the session. */
const session = v.object({
  id: v.string(),
  /** Names that are the same in every language: `Chrome`, `Android`. Empty where the device says none that is known. */
  browser: text,
  system: text,
  /** As much of the network address as is shown: `49.228.x.x`. */
  place: text,
  createdAt: time,
  /** To a few minutes. */
  lastSeenAt: time,
  /** The one that asks. */
  isCurrent: v.boolean(),
  /** The member had not signed in on this device before. */
  isNewDevice: v.boolean(),
})
export type Session = v.InferOutput<typeof session>

/** The one that asks first, then those used last. `total` counts all of them, of which very many are not listed. */
export const listSessions = memberCall('listSessions', 'GET /api/sessions', {
  extension: 'sessions',
  reply: v.object({ sessions: listOf(session), total: v.number() }),
})

export const endSession = operation('endSession', 'DELETE /api/sessions/:id', {
  extension: 'sessions',
  reply: message,
})

/** All but the one that asks. */
export const endOtherSessions = operation('endOtherSessions', 'DELETE /api/sessions', {
  extension: 'sessions',
  reply: message,
})
