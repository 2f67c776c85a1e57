import {
  chatConfig,
  claimGuestChat,
  chatHistory,
  readChat,
  sendChatMessage,
  uploadChatImage,
  uploadChatVideo,
} from '#api/contract/chat.ts'
import { DAY, MINUTE } from '../../clock.ts'
import type { AppContext } from '../../context.ts'
import { readSetting } from '../../database/settings.ts'
import { countAttempt } from '../../auth/attempts.ts'
import { ApiError, tooManyFilesToday } from '../../http/api-error.ts'
import { type BeforeOperation, route, type Route } from '../../http/route.ts'
import { ROOM_PREFIX } from '../../realtime/realtime.ts'
import { guestRoom } from '../../realtime/rooms.ts'
import { chatOwner } from './chat-room.ts'
import { markRead } from './read-mark.ts'
import { countMessage } from './chat-limits.ts'
import { readHistory, writeMessage } from './chat-service.ts'
import { claimGuestRoom } from './claim-guest-room.ts'
import { keepMedium, type Medium, ownMediaOnly } from './chat-upload.ts'

/**
 * Visitors may upload too, within a limit. A repeat is answered before, by the address of the first. No rollback removes the file: another
 * process may have stored it for a repeat meanwhile.
 */
async function upload(
  {
    app,
    member,
    address,
    file,
    operationId,
  }: BeforeOperation<typeof uploadChatImage> | BeforeOperation<typeof uploadChatVideo>,
  medium: Medium,
) {
  failIfTold(app, 'upload')
  const { db } = app
  const key = `chat-upload:${member?.id ?? address}`
  const { chatPerDay } = await readSetting(db, 'uploads')
  const now = app.clock.now()
  if (!(await countAttempt(db, { key, max: 20, within: 10 * MINUTE }, now)))
    throw new ApiError('REQUEST_LIMIT_1MIN')
  if (!(await countAttempt(db, { key: `${key}:day`, max: chatPerDay, within: DAY }, now)))
    throw tooManyFilesToday()
  return keepMedium(app.providers.files, file, medium, operationId)
}

/** Fails if the sandbox's console has switched this part off. */
function failIfTold({ providers: { sandbox } }: AppContext, part: 'config' | 'send' | 'upload'): void {
  if (sandbox?.switches.armed(`chat:${part}`)) throw new ApiError('INTERNAL_SERVER_ERROR', 500)
}

export const routes: readonly Route[] = [
  route(chatConfig, ({ app }) => {
    failIfTold(app, 'config')
    return { PREFIX: ROOM_PREFIX }
  }),

  route(
    sendChatMessage,
    async ({ app, db, member, address, body, afterCommit }) => {
      failIfTold(app, 'send')
      const room = chatOwner(member, body)
      const now = app.clock.now()
      const { message, isNew } = await writeMessage(
        db,
        {
          room,
          sender: 'customer',
          message: ownMediaOnly(body.message),
          clientId: body.clientId,
          userId: member?.id ?? null,
          guestId: member ? null : room,
          username: member?.username ?? null,
          name: member?.name ?? body.name,
          deviceToken: body.deviceToken || null,
        },
        now,
        (tx, isFirst) => countMessage(tx, { member, address, isFirst }, now),
      )
      if (isNew) afterCommit(() => app.realtime.message(room, message))
      return message
    },
    { share: 0.05 },
  ),

  route(chatHistory, ({ app, db, member, body }) =>
    readHistory(db, chatOwner(member, body), body, app.clock.now()),
  ),

  route(readChat, async ({ app, db, member, body, afterCommit }) => {
    const room = chatOwner(member, body)
    const seq = await markRead(db, room, body.seq)
    afterCommit(() => app.realtime.read(room, { seq }))
    return { message: 'OK' }
  }),

  route(
    claimGuestChat,
    async ({ app, db, member, body, afterCommit }) => {
      const guest = guestRoom(body.guestId)
      if (guest === undefined) throw new ApiError('KEY_INVALID')
      const last = await claimGuestRoom(db, guest, member, app.clock.now())
      // An open chat notices the missing numbers and asks for the others.
      if (last) afterCommit(() => app.realtime.message(member.id, last))
      return { message: 'OK' }
    },
    { perMinute: 10 },
  ),

  route(uploadChatImage, (_, kept) => kept, {
    prepare: (context: BeforeOperation<typeof uploadChatImage>) => upload(context, 'image'),
  }),
  route(uploadChatVideo, (_, kept) => kept, {
    prepare: (context: BeforeOperation<typeof uploadChatVideo>) => upload(context, 'video'),
  }),
]
