import * as v from 'valibot'
import { memberCall, publicCall, publicOperation } from './call.ts'
import { customerContent } from './chat-content.ts'
import { addition, listOf, message, personName, text, time } from './fields.ts'

declare module '#lib/network/extension-names.ts' {
  interface CallExtensions {
    'client-id': true
    'claim-guest': true
  }
}

/*
 * How a conversation stays complete over a bad network:
 *
 * - The app gives a message a `clientId` (a UUID) when it is written and sends it over HTTP, with the same `clientId` again until
 *   it gets an answer: the server stores and broadcasts it once, and answers every repeat with the stored message.
 * - The server numbers a room's messages 1, 2, 3, ... (`seq`) in order, without gaps. Events may arrive late, twice or never: the
 *   app sorts by `seq`, drops duplicates, and if a number is missing asks the history for what comes `after` the last one before
 *   the gap. It also does so after each (re)connection. It asks for that last one too: where the server no longer has it, or has
 *   another `clientId` under its number, the database was restored to an earlier moment, and the app loads the room anew.
 * - Ours are the fields marked `addition` and, in this table, what is marked +: with a backend that lacks them, the app sorts by
 *   `createdAt` and reads the newest page again instead.
 *
 * The socket (Socket.IO, websocket only, `auth: { token }` of a member or `{ guestId }`):
 *
 * | event       | from   | data                                                                                          |
 * | ----------- | ------ | --------------------------------------------------------------------------------------------- |
 * | `join`      | app    | the room, PREFIX + the member's or guest's id; acknowledged with `JoinAnswer` (+)             |
 * | `messaging` | server | a `ChatMessage`, also the customer's own, for their other tabs and phones                     |
 * | `read` +    | server | `ReadEvent`: another tab or phone of the customer has read                                    |
 * | `wallet` +  | server | `{ reason }`, to members                                                                      |
 *
 * A refused handshake carries `UNAUTHORIZED`, or `REQUEST_LIMIT` if one person or address has too many connections.
 */

const messageTypes = ['text', 'buttons', 'media', 'quick_replies', 'generic', 'postback', 'other'] as const

const names = {
  /** The customer's id as the server knows it: '' for the agent's messages, or if unknown. */
  userId: text,
  guestId: text,
  username: text,
  name: text,
  deviceToken: text,
}

/** Some backends send the text without an object around it. */
const bareText = v.pipe(
  v.string(),
  v.transform((words): Record<string, unknown> => ({ text: words })),
)

export const chatMessage = v.object({
  /** `customer`, or who answered. */
  sender: v.nullish(v.string(), 'customer'),
  /** Read it with `readContent` (chat-content.ts). */
  message: v.object({
    message_type: v.fallback(v.picklist(messageTypes), 'other'),
    payload: v.fallback(v.nullish(v.union([v.record(v.string(), v.unknown()), bareText]), {}), {}),
  }),
  /** Changes after an hour of silence, or when the agent ends the conversation. */
  session_id: text,
  ...names,
  createdAt: time,
  /** The message's id chosen by its sender, unique in the room. */
  clientId: addition(v.optional(v.string())),
  /** The message's number in the room. */
  seq: addition(v.optional(v.pipe(v.number(), v.integer()))),
})
export type ChatMessage = v.InferOutput<typeof chatMessage>

/** + The acknowledgement of `join`. `seq`: the room's newest number, by which the app notices missed messages. */
export type JoinAnswer = { joined: true; seq?: number } | { joined: false }

/** + The customer has read everything up to `seq`. */
export interface ReadEvent {
  seq: number
}

/** A member is known by the token and may leave both out; a guest is known by a random UUID, which is a secret. */
const who = { userId: v.optional(v.string()), guestId: v.optional(v.string()) }
const seq = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER))

export const chatConfig = publicCall('chatConfig', 'GET /api/chat/config', {
  reply: v.object({ PREFIX: v.string() }),
})

/** A short text; null counts as missing. */
const short = v.nullish(v.pipe(v.string(), v.maxLength(200)), '')

/** A guest's; one that is no person's name counts as missing, so that the message arrives. */
const typedName = v.nullish(v.pipe(v.string(), v.maxLength(200), v.fallback(personName, '')), '')

/**
 * May be repeated: see `clientId` above. The app sends who writes and in which conversation, if it knows; this server trusts
 * only the token and its own records, and from a guest takes the `name` alone. `KEY_INVALID` (content that cannot be sent),
 * `KEY_MISSING` and `UNAUTHORIZED` are final; after anything else (no network, 5xx, `REQUEST_LIMIT`) the app may try again.
 */
export const sendChatMessage = publicCall('sendChatMessage', 'POST /api/chat/send-message', {
  writes: 'a chat message',
  extensionFields: { clientId: 'client-id' },
  body: v.object({
    sender: short,
    message: customerContent,
    session_id: short,
    userId: short,
    guestId: short,
    username: short,
    name: typedName,
    deviceToken: v.nullish(v.pipe(v.string(), v.maxLength(500)), ''),
    clientId: v.optional(v.pipe(v.string(), v.nonEmpty(), v.maxLength(64))),
  }),
  reply: chatMessage,
  errors: ['UNAUTHORIZED'],
})

/**
 * Newest first: skips the newest `skip` messages and returns `limit`.
 * `before`: only messages with a smaller `seq`, so that older pages do not shift when new messages arrive.
 * `after`: only messages with a larger `seq`, and of these the *oldest* `limit` (still newest first), so that a gap is filled
 * from its beginning. If `limit` messages came, ask again after the newest of them.
 */
export const chatHistory = publicCall('chatHistory', 'POST /api/chat/history', {
  body: v.object({
    ...who,
    limit: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100)),
    skip: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000)),
    before: addition(v.optional(seq)),
    after: addition(v.optional(seq)),
  }),
  reply: v.object({
    messages: listOf(chatMessage),
    /** The number of messages in the whole room, whatever was asked for. */
    total: v.nullish(v.number(), 0),
    /** How many messages of others come after the customer's read mark. */
    unread: addition(v.optional(v.number())),
    /** The customer's read mark, as a `seq`. */
    readSeq: addition(v.optional(v.number())),
    /** The current conversation; '' if it has ended and the next message starts another. */
    session_id: addition(v.optional(v.string())),
  }),
  errors: ['UNAUTHORIZED'],
})

const MIB = 2 ** 20

/** `url` may be a path on the API's own origin. `fileType` is `image` or `video`. */
const uploaded = v.object({ url: v.string(), filePath: text, fileType: text })

/** png, jpeg, jpg or gif, recognised by its bytes; anything else is refused. */
export const uploadChatImage = publicOperation('uploadChatImage', 'POST /api/chat/upload-image', {
  upload: 10 * MIB,
  reply: uploaded,
  errors: ['SLIP_NO_FILE', 'SLIP_INVALID_FILE', 'SLIP_UPLOAD_FAIL', 'REQUEST_LIMIT_1MIN'],
})

/** mp4 or quicktime, recognised by its bytes; anything else is refused. */
export const uploadChatVideo = publicOperation('uploadChatVideo', 'POST /api/chat/upload-video', {
  upload: 20 * MIB,
  reply: uploaded,
  errors: ['SLIP_NO_FILE', 'SLIP_INVALID_FILE', 'SLIP_UPLOAD_FAIL', 'REQUEST_LIMIT_1MIN'],
})

/**
 * + Moves the last conversation of a guest who has signed in to the end of the member's room, with new numbers; the guest's room
 * then takes no more messages and shows none. Whoever knows the guest's id may claim it once; a repeat changes nothing and reveals nothing.
 */
export const claimGuestChat = memberCall('claimGuestChat', 'POST /api/chat/claim-guest', {
  writes: "whose a guest's conversation is",
  extension: 'claim-guest',
  body: v.object({ guestId: v.pipe(v.string(), v.maxLength(64)) }),
  reply: message,
})

/** The customer has read everything, or everything up to `seq`. */
export const readChat = publicCall('readChat', 'PUT /api/chat/read-customer/', {
  writes: 'what the customer has seen',
  body: v.object({ ...who, seq: addition(v.optional(seq)) }),
  reply: message,
  errors: ['UNAUTHORIZED'],
})
