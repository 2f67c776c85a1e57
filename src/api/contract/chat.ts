import * as v from 'valibot'
import { defineCall } from './call.ts'
import { listOf, message, text, time } from './fields.ts'

const messageType = v.picklist(['text', 'buttons', 'media', 'quick_replies', 'generic', 'postback', 'other'])

const content = v.object({
  message_type: messageType,
  payload: v.nullish(v.record(v.string(), v.unknown()), {}),
})

const written = {
  sender: v.nullish(v.string(), 'customer'),
  message: content,
  session_id: text,
  userId: text,
  guestId: text,
  username: text,
  name: text,
  deviceToken: text,
  /** The app's own id of the message, so that one sent twice is stored once. */
  clientId: v.optional(v.pipe(v.string(), v.maxLength(64))),
}

export const chatMessage = v.object({ ...written, createdAt: time })
export type ChatMessage = v.InferOutput<typeof chatMessage>

const who = { userId: v.optional(v.string()), guestId: v.optional(v.string()) }
const open = { access: 'anyone', changes: false } as const

export const chatConfig = defineCall({
  ...open,
  id: 'chatConfig',
  method: 'GET',
  path: '/api/chat/config',
  reply: v.object({ PREFIX: v.string() }),
  errors: [],
})

export const sendChatMessage = defineCall({
  ...open,
  id: 'sendChatMessage',
  method: 'POST',
  path: '/api/chat/send-message',
  body: v.object(written),
  reply: chatMessage,
  errors: ['UNAUTHORIZED'],
})

export const chatHistory = defineCall({
  ...open,
  id: 'chatHistory',
  method: 'POST',
  path: '/api/chat/history',
  body: v.object({
    ...who,
    limit: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100)),
    skip: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000)),
  }),
  reply: v.object({ messages: listOf(chatMessage), total: v.nullish(v.number(), 0) }),
  errors: ['UNAUTHORIZED'],
})

const uploaded = v.object({ url: v.string(), filePath: text, fileType: text })

export const uploadChatImage = defineCall({
  ...open,
  id: 'uploadChatImage',
  method: 'POST',
  path: '/api/chat/upload-image',
  upload: true,
  reply: uploaded,
  errors: ['SLIP_NO_FILE', 'SLIP_INVALID_FILE', 'UNAUTHORIZED'],
})

export const uploadChatVideo = defineCall({
  ...open,
  id: 'uploadChatVideo',
  method: 'POST',
  path: '/api/chat/upload-video',
  upload: true,
  reply: uploaded,
  errors: ['SLIP_NO_FILE', 'SLIP_INVALID_FILE', 'UNAUTHORIZED'],
})

export const readChat = defineCall({
  ...open,
  id: 'readChat',
  method: 'PUT',
  path: '/api/chat/read-customer/',
  body: v.object(who),
  reply: message,
  errors: ['UNAUTHORIZED'],
})
