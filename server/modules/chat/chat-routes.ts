import {
  chatConfig,
  chatHistory as chatHistoryCall,
  readChat,
  sendChatMessage,
  uploadChatImage,
  uploadChatVideo,
} from '#api/contract/chat.ts'
import { MINUTE } from '../../clock.ts'
import type { Exchange } from '../../http/route.ts'
import { countAttempt } from '../../http/attempts.ts'
import { Refusal } from '../../http/refusal.ts'
import { route, type Route } from '../../http/route.ts'
import { ROOM_PREFIX } from '../../realtime/realtime.ts'
import { chatOwner } from './chat-room.ts'
import { chatHistory, markRead, writeMessage } from './chat-service.ts'
import { keepUpload, type Medium } from './chat-upload.ts'

const MIB = 2 ** 20

/** A visitor may upload too: not without end. */
async function upload(
  { app, db, member, address, file }: Exchange<typeof uploadChatImage> | Exchange<typeof uploadChatVideo>,
  medium: Medium,
) {
  const key = `chat-upload:${member?.id ?? address}`
  const isFine = await countAttempt(db, { key, most: 20, within: 10 * MINUTE }, app.clock.now())
  if (!isFine) throw new Refusal('REQUEST_LIMIT_1MIN')
  return keepUpload(app.providers.files, file, medium)
}

export const chatRoutes: readonly Route[] = [
  route(chatConfig, () => ({ PREFIX: ROOM_PREFIX })),

  route(sendChatMessage, async ({ app, db, member, body, afterCommit }) => {
    const room = chatOwner(member, body)
    const { message, isNew } = await writeMessage(
      db,
      {
        room,
        sender: 'customer',
        message: body.message,
        clientId: body.clientId || undefined,
        userId: member?.id ?? null,
        guestId: member ? null : room,
        username: member?.username ?? null,
        name: member?.name ?? body.name,
        deviceToken: body.deviceToken || null,
      },
      app.clock.now(),
    )
    if (isNew) afterCommit(() => app.realtime.message(room, message))
    return message
  }),

  route(chatHistoryCall, ({ db, member, body }) =>
    chatHistory(db, chatOwner(member, body), body.limit, body.skip),
  ),

  route(readChat, async ({ app, db, member, body }) => {
    await markRead(db, chatOwner(member, body), app.clock.now())
    return { message: 'OK' }
  }),

  route(uploadChatImage, (exchange) => upload(exchange, 'image')),
  route(uploadChatVideo, (exchange) => upload(exchange, 'video'), { bodyLimit: 22 * MIB }),
]
