import * as v from 'valibot'
import { memberCall, operation } from './call.ts'
import { listOf, message, text, time } from './fields.ts'

declare module '#lib/network/extension-names.ts' {
  interface CallExtensions {
    sessions: true
  }
}

/** A device on which the member is signed in. Its id is no token: it can only be used to end the session. */
const session = v.object({
  id: v.string(),
  /** Product names, which need no translation: `Chrome`, `Android`. Empty if unknown. */
  browser: text,
  system: text,
  /** The visible part of the network address: `49.228.x.x`. */
  place: text,
  createdAt: time,
  /** Accurate to a few minutes. */
  lastSeenAt: time,
  /** The session of this request. */
  isCurrent: v.boolean(),
  /** The member had not signed in on this device before. */
  isNewDevice: v.boolean(),
})
export type Session = v.InferOutput<typeof session>

/** This session first, then the others by last use. `total` counts all, even where the list is cut off. */
export const listSessions = memberCall('listSessions', 'GET /api/sessions', {
  extension: 'sessions',
  reply: v.object({ sessions: listOf(session), total: v.number() }),
})

export const endSession = operation('endSession', 'DELETE /api/sessions/:id', {
  extension: 'sessions',
  reply: message,
})

/** All but the session of this request. */
export const endOtherSessions = operation('endOtherSessions', 'DELETE /api/sessions', {
  extension: 'sessions',
  reply: message,
})
