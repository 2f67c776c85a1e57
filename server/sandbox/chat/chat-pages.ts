import { desc, eq, isNull, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import type { AppContext } from '../../context.ts'
import type { Database } from '../../database/database.ts'
import { chatMessages, chatRooms } from '../../database/schema/chat.ts'
import { ApiError } from '../../http/api-error.ts'
import type { ServerEnv } from '../../http/server-env.ts'
import { endConversation, markRead, writeMessage } from '../../modules/chat/chat-service.ts'
import { keepMedium } from '../../modules/chat/chat-upload.ts'
import type { FileStore } from '../../files/store.ts'
import type { SandboxControls } from '../../providers/sandbox/sandbox-controls.ts'
import { type Content, readContentForm } from './chat-forms.ts'
import { conversation, roomList, type RoomRow } from './chat-view.ts'
import { backTo, readFilmForm } from '../form.ts'
import { newest } from '../listed.ts'
import { markup } from '../markup.ts'
import { page, showPage } from '../page.ts'

const HERE = '/sandbox/chat'
const MAX_ROOMS = 100
const MAX_SHOWN = 100

const roomsOf = (db: Database) =>
  db
    .select({
      room: chatRooms.room,
      lastSeq: chatRooms.lastSeq,
      lastAt: chatRooms.lastAt,
      sessionId: chatRooms.sessionId,
      customer: chatRooms.customer,
      customerReadSeq: chatRooms.customerReadSeq,
      agentReadSeq: chatRooms.agentReadSeq,
      claimedBy: chatRooms.claimedBy,
      unread: sql<number>`(select count(*)::int from ${chatMessages} m where m.room = ${chatRooms}.room
        and m.sender = 'customer' and m.seq > ${chatRooms}.agent_read_seq)`,
      // With the first message: a search for a later one reads a long room to its end.
      typed: sql<
        string | null
      >`(select nullif(m.name, '') from ${chatMessages} m where m.room = ${chatRooms}.room
        and m.seq = 1 and m.sender = 'customer')`,
    })
    .from(chatRooms)

/** The room, or the member's room if a guest's conversation was moved there. */
async function findRoom(db: Database, room: string): Promise<RoomRow | undefined> {
  const [found] = await roomsOf(db).where(eq(chatRooms.room, room))
  return found?.claimedBy ? findRoom(db, found.claimedBy) : found
}

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
    const rooms = await roomsOf(db)
      .where(isNull(chatRooms.claimedBy))
      .orderBy(desc(chatRooms.lastAt))
      .limit(MAX_ROOMS + 1)
    const body = roomList(newest(rooms, MAX_ROOMS), switches.armed)
    return showPage(c, { title: 'Chat', body, isLive: true })
  })

  pages.get('/:room', async (c) => {
    const room = await findRoom(db, c.req.param('room'))
    if (!room) return c.html(page({ title: 'Chat', body: markup`<p>There is no such room.</p>` }), 404)
    if (room.room !== c.req.param('room')) return c.redirect(`${HERE}/${encodeURIComponent(room.room)}`)
    const messages = await db
      .select()
      .from(chatMessages)
      .where(eq(chatMessages.room, room.room))
      .orderBy(desc(chatMessages.seq))
      .limit(MAX_SHOWN + 1)
    await markRead(db, room.room, 'agent', messages[0]?.seq)
    const body = conversation(room, newest(messages, MAX_SHOWN))
    return showPage(c, { title: 'Chat', body, isLive: true })
  })

  pages.post('/:room/messages', async (c) => {
    const room = await findRoom(db, c.req.param('room'))
    if (!room) return backTo(c, HERE, 'unknown')
    const placeOf = (name: string) => `${HERE}/${encodeURIComponent(name)}`
    const { fields, file } = await readFilmForm(c)
    const content =
      fields['kind'] === 'media'
        ? await mediaOf(providers.files, file, fields['text'] ?? '')
        : readContentForm(fields)
    if (!content) return backTo(c, placeOf(room.room), 'unsent')
    // A guest may sign in while a film is uploaded: the conversation is then in another room.
    const { room: stands, message } = await writeMessage(
      db,
      { room: room.room, sender: 'agent', name: 'Champa', message: content },
      clock.now(),
    )
    realtime.message(stands, message)
    return backTo(c, placeOf(stands), 'sent')
  })

  pages.post('/:room/end', async (c) => {
    const room = await findRoom(db, c.req.param('room'))
    const ended = room !== undefined && (await endConversation(db, room.room))
    return backTo(c, ended ? `${HERE}/${encodeURIComponent(room.room)}` : HERE, ended ? 'ended' : 'unknown')
  })

  return pages
}
