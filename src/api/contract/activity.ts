import * as v from 'valibot'
import { memberCall } from './call.ts'
import { listOf, text, time } from './fields.ts'

/** What the member is told of; anything else is something that this app does not know yet. */
export const activityKinds = [
  'registered',
  'signed-in',
  'sign-in-failed',
  'signed-out',
  'sessions-ended',
  'password-changed',
  'password-refused',
  'password-reset',
  'name-changed',
  'bank-account-changed',
  'bank-account-refused',
  'code-blocked',
] as const

/** Something that concerned the safety of the member's own account. */
const activity = v.object({
  /** Its position: newer ones have larger numbers. */
  id: v.string(),
  kind: text,
  createdAt: time,
  /** Names that are the same in every language; empty where nothing is known of the device. */
  browser: text,
  system: text,
  /** As much of the network address as is shown: `49.228.x.x`. */
  place: text,
  isNewDevice: v.nullish(v.boolean()),
  /** How often it was tried within the hour. */
  times: v.nullish(v.number()),
  /** Of the bank account that was asked for: the last digits. */
  accountEnding: text,
})
export type Activity = v.InferOutput<typeof activity>

/** Newest first; `before` is the `cursor` of the page above. Without a cursor there is nothing older. */
export const listActivity = memberCall('listActivity', 'GET /api/account/activity/:before?', {
  extension: 'activity',
  reply: v.object({ events: listOf(activity), cursor: v.nullish(v.string()) }),
})
