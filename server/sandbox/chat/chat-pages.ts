import { type Context, Hono } from 'hono'
import type { AppContext } from '../../context.ts'
import { ApiError } from '../../http/api-error.ts'
import type { ServerEnv } from '../../http/server-env.ts'
import { endConversation, readMessages, writeMessage } from '../../modules/chat/chat-service.ts'
import { keepMedium } from '../../modules/chat/chat-upload.ts'
import { markReadByStaff } from '../../modules/chat/read-mark.ts'
import type { FileStore } from '../../files/store.ts'
import type { SandboxControls } from '../../providers/sandbox/sandbox-controls.ts'
import { type Content, readContentForm } from './chat-forms.ts'
import { conversation } from './chat-view.ts'
import { findRoom, roomList, type RoomRow, waitingRoomList } from './room-lists.ts'
import { addressOf, roomsView } from './room-view.ts'
import { backTo, type Fields, readFilmForm, readWhole } from '../form.ts'
import { newest } from '../listed.ts'
import { markup } from '../markup.ts'
import { page, showPage } from '../page.ts'
import { placed, placesIn } from '../places.ts'

const HERE = '/sandbox/chat'
const MAX_SHOWN = 100

async function mediaOf(
  files: FileStore,
  file: File | undefined,
  words: string,
): Promise<Content | undefined> {
  if (file === undefined) return undefined
  const medium = /\.(?:mp4|mov)$/iu.test(file.name) ? 'video' : 'image'
  try {
    const kept = await keepMedium(files, file, medium)
    return { message_type: 'media', payload: { message: words, ...kept } }
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}

/** The pages on which a person plays the support agent. */
export function chatPages(
  { db, clock, realtime, providers }: AppContext,
  { switches }: SandboxControls,
): Hono<ServerEnv> {
  const pages = new Hono<ServerEnv>()

  pages.get('/', async (c) => {
    const places = placesIn(c)
    const waiting = await waitingRoomList(db, places.rooms)
    const body = roomsView({ waiting, others: await roomList(db), isArmed: switches.armed, places })
    return showPage(c, { title: 'Chat', body, isLive: true })
  })

  /**
   * Shows the room's newest messages, or those before a given one. Showing the newest marks the room as read by staff, up to the last message
   * shown: one that comes meanwhile stays unread.
   */
  async function show(c: Context<ServerEnv>, room: RoomRow, typed?: Fields) {
    const before = readWhole(c.req.query('before'), 1, Number.MAX_SAFE_INTEGER) ?? undefined
    const messages = await readMessages(db, room.room, { limit: MAX_SHOWN + 1, before })
    if (before === undefined) await markReadByStaff(db, room.room, messages[0]?.seq)
    const listed = newest(messages, MAX_SHOWN)
    const isEarlier = before !== undefined
    const body = conversation({ room, messages: listed, isEarlier, typed, places: placesIn(c) })
    return showPage(c, { title: 'Chat', body, isLive: true }, typed && 'unsent')
  }

  pages.get('/:room', async (c) => {
    const room = await findRoom(db, c.req.param('room'))
    if (!room) return c.html(page({ title: 'Chat', body: markup`<p>There is no such room.</p>` }), 404)
    if (room.room !== c.req.param('room')) return c.redirect(placed(addressOf(room.room), placesIn(c)))
    return show(c, room)
  })

  pages.post('/:room/messages', async (c) => {
    const room = await findRoom(db, c.req.param('room'))
    if (!room) return backTo(c, HERE, 'unknown')
    const { fields, file } = await readFilmForm(c)
    const content =
      fields['kind'] === 'media'
        ? await mediaOf(providers.files, file, fields['text'] ?? '')
        : readContentForm(fields)
    if (!content) return show(c, room, fields)
    // A guest may sign in while a film is uploaded: the conversation is then in another room.
    const { room: stands, message } = await writeMessage(
      db,
      { room: room.room, sender: 'agent', name: 'Champa', message: content },
      clock.now(),
    )
    realtime.message(stands, message)
    return backTo(c, addressOf(stands), 'sent')
  })

  pages.post('/:room/end', async (c) => {
    const room = await findRoom(db, c.req.param('room'))
    const ended = room !== undefined && (await endConversation(db, room.room))
    return backTo(c, ended ? addressOf(room.room) : HERE, ended ? 'ended' : 'unknown')
  })

  return pages
}
