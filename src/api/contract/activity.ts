import * as v from 'valibot'
import { memberCall } from './call.ts'
import { cursor, listOf, text, time } from './fields.ts'

declare module '#lib/network/extension-names.ts' {
  interface CallExtensions {
    activity: true
  }
}

/** The kinds of events. A backend may send others that this app does not know yet. */
export const activityKinds = [
  'registered',
  'signed-in',
  'sign-in-failed',
  'signed-out',
  'sessions-ended',
  'password-changed',
  'password-refused',
  'password-reset',
  'passkey-added',
  'passkey-removed',
  'name-changed',
  'bank-account-changed',
  'bank-account-added',
  'bank-account-chosen',
  'bank-account-removed',
  'bank-account-refused',
  'code-blocked',
] as const

/** An event that concerns the security of the member's account. */
const activity = v.object({
  /** Grows with time. */
  id: v.string(),
  kind: text,
  createdAt: time,
  /** Product names, which need no translation; empty if the device is unknown. */
  browser: text,
  system: text,
  /** The visible part of the network address: `49.228.x.x`. */
  place: text,
  isNewDevice: v.nullish(v.boolean()),
  /** How often it was tried within the hour. */
  times: v.nullish(v.number()),
  /** The last digits of the bank account in question. */
  accountEnding: text,
})
export type Activity = v.InferOutput<typeof activity>

/** Newest first. `before` is the previous page's `cursor`; a page without a `cursor` is the last. */
export const listActivity = memberCall('listActivity', 'GET /api/account/activity/:before?', {
  extension: 'activity',
  reply: v.object({ events: listOf(activity), cursor }),
})
