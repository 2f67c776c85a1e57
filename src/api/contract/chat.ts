import * as v from 'valibot'
import { memberCall, publicCall } from './call.ts'
import { customerContent } from './chat-content.ts'
import { listOf, message, text, time } from './fields.ts'

/*
 * How a conversation stays whole over a bad network:
 *
 * - The app gives a message its `clientId` (a UUID) when it is written and sends it over HTTP, again with the same `clientId` for
 *   as long as it has no answer: the server stores and broadcasts it once, and every repeat is answered with the stored message.
 * - The server numbers a room's messages 1, 2, 3, ... (`seq`), without gaps, in the order in which they count. Events may arrive
 *   late, twice or never: the app orders by `seq`, drops what it has, and where a number is missing asks the history `after` the
 *   last one before the hole. It does so too after each (re)connection.
 * - Rows marked + are ours: a backend that lacks them leaves them out, and the app then orders by `createdAt` and reads the newest
 *   page again instead.
 *
 * The socket (Socket.IO, websocket only, `auth: { token }` of a member or `{ guestId }`):
 *
 * | event       | from   | data                                                                                          |
 * | ----------- | ------ | --------------------------------------------------------------------------------------------- |
 * | `join`      | app    | the room, PREFIX + the member's or guest's id; acknowledged with `JoinAnswer` (+)             |
 * | `messaging` | server | a `ChatMessage`, the customer's own too: his other tabs want them                             |
 * | `read` +    | server | `ReadEvent`: another tab or phone of the customer has read                                    |
 * | `wallet` +  | server | `{ reason }`, to members                                                                      |
 *
 * A handshake is refused with the error `UNAUTHORIZED`, or `REQUEST_LIMIT` where one person or address holds too many.
 */

const messageTypes = ['text', 'buttons', 'media', 'quick_replies', 'generic', 'postback', 'other'] as const

const names = {
  /** The customer's, as the server knows it: '' for the agent's messages and where there is none. */
  userId: text,
  guestId: text,
  username: text,
  name: text,
  deviceToken: text,
}

/** Some backends write a text's words without an object around them. */
const bareText = v.pipe(
  v.string(),
  v.transform((words): Record<string, unknown> => ({ text: words })),
)

export const chatMessage = v.object({
  /** `customer`, or whoever answers him. */
  sender: v.nullish(v.string(), 'customer'),
  /** Give it to `readContent` (chat-content.ts) for the shape of its type. */
  message: v.object({
    message_type: v.fallback(v.picklist(messageTypes), 'other'),
    payload: v.fallback(v.nullish(v.union([v.record(v.string(), v.unknown()), bareText]), {}), {}),
  }),
  /** A new one after an hour of silence, or when the agent ended the conversation. */
  session_id: text,
  ...names,
  createdAt: time,
  /** + The writer's own id of the message, unique in the room. */
  clientId: v.optional(v.string()),
  /** + Its number in the room. */
  seq: v.optional(v.pipe(v.number(), v.integer())),
})
export type ChatMessage = v.InferOutput<typeof chatMessage>

/** + What `join` is acknowledged with. `seq`: the room's newest number, so that the app knows whether it missed something. */
export type JoinAnswer = { joined: true; seq?: number } | { joined: false }

/** + Everything up to this number has been read. */
export interface ReadEvent {
  seq: number
}

/** A member is known by his token and may leave both out; a guest is known by his random UUID, which is a secret. */
const who = { userId: v.optional(v.string()), guestId: v.optional(v.string()) }
const seq = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER))

export const chatConfig = publicCall('chatConfig', 'GET /api/chat/config', {
  reply: v.object({ PREFIX: v.string() }),
})

/** A short text of the request; null counts as missing. */
const short = v.nullish(v.pipe(v.string(), v.maxLength(200)), '')

/**
 * May be sent again: see `clientId` above. The app says who writes and in which conversation, where it knows; this server goes
 * by the token and its own records, and takes of a guest the `name` alone. Refused for good with `KEY_INVALID` (content that
 * cannot be sent), `KEY_MISSING` and `UNAUTHORIZED`; anything else (no network, 5xx, `REQUEST_LIMIT`) is worth another try.
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
    name: short,
    deviceToken: v.nullish(v.pipe(v.string(), v.maxLength(500)), ''),
    clientId: v.optional(v.pipe(v.string(), v.nonEmpty(), v.maxLength(64))),
  }),
  reply: chatMessage,
  errors: ['UNAUTHORIZED'],
})

/**
 * Newest first: `limit` messages after leaving out the newest `skip`.
 * + `before`: only those with a smaller `seq`. Older pages asked for so do not shift when new messages arrive.
 * + `after`: only those with a larger `seq`, and of these the *oldest* `limit` (still listed newest first), so that a hole is filled
 * from its beginning. As many as `limit` came: ask again after the newest of them.
 */
export const chatHistory = publicCall('chatHistory', 'POST /api/chat/history', {
  body: v.object({
    ...who,
    limit: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100)),
    skip: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000)),
    before: v.optional(seq),
    after: v.optional(seq),
  }),
  reply: v.object({
    messages: listOf(chatMessage),
    /** Of the whole room, whatever was asked for. */
    total: v.nullish(v.number(), 0),
    /** + How many the customer has not read: others' messages after his read mark. */
    unread: v.optional(v.number()),
    /** + His read mark. */
    readSeq: v.optional(v.number()),
    /** + The conversation that goes on; '' when it has ended and the next message begins another. */
    session_id: v.optional(v.string()),
  }),
  errors: ['UNAUTHORIZED'],
})

/** `url` may be a path on the API's own origin. `fileType` is `image` or `video`. */
const uploaded = v.object({ url: v.string(), filePath: text, fileType: text })

/** png, jpeg, jpg or gif up to 10 MB, judged by its bytes; anything else is refused. */
export const uploadChatImage = publicCall('uploadChatImage', 'POST /api/chat/upload-image', {
  writes: 'a file',
  upload: true,
  reply: uploaded,
  errors: ['SLIP_NO_FILE', 'SLIP_INVALID_FILE', 'UNAUTHORIZED', 'REQUEST_LIMIT_1MIN'],
})

/** mp4 or quicktime up to 20 MB, judged by its bytes; anything else is refused. */
export const uploadChatVideo = publicCall('uploadChatVideo', 'POST /api/chat/upload-video', {
  writes: 'a file',
  upload: true,
  reply: uploaded,
  errors: ['SLIP_NO_FILE', 'SLIP_INVALID_FILE', 'UNAUTHORIZED', 'REQUEST_LIMIT_1MIN'],
})

/**
 * + The conversation of a guest who has signed in goes on in the member's room: its messages stand at the end of it, with new
 * numbers, and the guest's room takes no more. Whoever knows the guest's id may ask for it, once; asked again it changes
 * nothing, and says no more than that.
 */
export const claimGuestChat = memberCall('claimGuestChat', 'POST /api/chat/claim-guest', {
  writes: "whose a guest's conversation is",
  extension: 'claim-guest',
  body: v.object({ guestId: v.pipe(v.string(), v.maxLength(64)) }),
  reply: message,
})

/** The customer has seen everything, or + everything up to `seq`. */
export const readChat = publicCall('readChat', 'PUT /api/chat/read-customer/', {
  writes: 'what the customer has seen',
  body: v.object({ ...who, seq: v.optional(seq) }),
  reply: message,
  errors: ['UNAUTHORIZED'],
})
