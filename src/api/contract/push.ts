import * as v from 'valibot'
import { locales } from '#lib/text/locale-codes.ts'
import { readUrl } from '#lib/network/read-url.ts'
import { memberCall, publicCall } from './call.ts'
import { message } from './fields.ts'

/** What a member may be notified of. */
const pushKinds = ['deposit', 'withdrawal', 'chat', 'device'] as const
export type PushKind = (typeof pushKinds)[number]

/** `HH:mm` in Bangkok; empty where there is none. */
const timeOfDay = v.pipe(v.string(), v.regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d)?$/u))

/** The member's own, for all devices. */
const preferences = v.object({
  deposit: v.boolean(),
  withdrawal: v.boolean(),
  chat: v.boolean(),
  device: v.boolean(),
  /** Whether the notification says how much. */
  amounts: v.boolean(),
  /** From and until when only what concerns the account's security is notified; equal or empty: never. */
  quietFrom: timeOfDay,
  quietUntil: timeOfDay,
})
export type PushPreferences = v.InferOutput<typeof preferences>

/** Any of the preferences. Written out, because `v.partial` would add its code to every page, and nothing else uses it. */
const changes = v.object({
  deposit: v.optional(v.boolean()),
  withdrawal: v.optional(v.boolean()),
  chat: v.optional(v.boolean()),
  device: v.optional(v.boolean()),
  amounts: v.optional(v.boolean()),
  quietFrom: v.optional(timeOfDay),
  quietUntil: v.optional(timeOfDay),
})

/** As a browser's `PushSubscription` has it: base64url without padding. */
const base64url = (length: number) => v.pipe(v.string(), v.regex(new RegExp(`^[\\w-]{${length}}$`, 'u')))

const endpoint = v.pipe(
  v.string(),
  v.maxLength(1000),
  v.check((text) => readUrl(text) !== undefined, 'must be an address'),
)
const authSecret = base64url(22)
/** An uncompressed point of P-256, and 16 random bytes. */
const keys = v.object({ p256dh: base64url(87), auth: authSecret })

const extension = 'push'

declare module '#lib/network/extension-names.ts' {
  interface CallExtensions {
    push: true
  }
}

/** `subscription` is the id of this session's subscription; null if this session has none. */
export const getPush = memberCall('getPush', 'GET /api/push', {
  extension,
  reply: v.object({ publicKey: v.string(), subscription: v.nullable(v.string()), preferences }),
})

/**
 * Subscribes this session's browser, in place of what it and this session had; a repeat changes nothing. `NO_DATA` for an endpoint
 * of a push service that the backend does not know.
 */
export const subscribePush = memberCall('subscribePush', 'PUT /api/push/subscription', {
  extension,
  writes: 'the subscription of this session',
  body: v.object({
    endpoint,
    keys,
    /** The language of the texts. */
    locale: v.picklist(locales),
  }),
  reply: v.object({ id: v.string() }),
})

/**
 * Only the worker learns of a replaced subscription. It has no token, so it proves ownership with the old secret. `NO_DATA` if the
 * subscription is gone, or the push service is not known.
 */
export const movePush = publicCall('movePush', 'PUT /api/push/subscription/moved', {
  extension,
  writes: 'the address of a subscription',
  body: v.object({ id: v.pipe(v.string(), v.uuid()), auth: authSecret, endpoint, keys }),
  reply: message,
})

export const unsubscribePush = memberCall('unsubscribePush', 'DELETE /api/push/subscription', {
  extension,
  writes: 'the end of the subscription of this session',
  reply: message,
})

/**
 * A preference that is not sent keeps its value, so that one device does not undo what another has changed. A backend that does not
 * announce `push-changes` needs all of them.
 */
export const savePushPreferences = memberCall('savePushPreferences', 'PUT /api/push/preferences', {
  extension,
  writes: 'what the member is notified of',
  body: changes,
  reply: message,
})
