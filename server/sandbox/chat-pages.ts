import { desc, eq } from 'drizzle-orm'
import { Hono } from 'hono'
import type { AppContext } from '../context.ts'
import { chatMessages } from '../database/schema/chat.ts'
import type { ServerEnv } from '../http/server-env.ts'
import { writeMessage } from '../modules/chat/chat-service.ts'
import { backTo, readForm } from './form.ts'
import { markup, type Markup, showTime } from './markup.ts'
import { page } from './page.ts'
import { wordsOf } from './said.ts'

type Row = typeof chatMessages.$inferSelect

const textOf = ({ message: { message_type: type, payload } }: Row): string => {
  const { text, message, url } = payload as Record<string, unknown>
  const said = [text, message, url].find((part) => typeof part === 'string' && part !== '')
  return typeof said === 'string' ? said : `(${type})`
}

const line = (row: Row): Markup =>
  markup`<li><strong>${row.sender}</strong>: ${textOf(row)} <small>${showTime(row.createdAt)}</small></li>`

const conversation = (room: string, rows: readonly Row[]): Markup =>
  markup`<section aria-label="Chat with ${rows.find(({ username }) => username)?.username ?? room}">
    <h2>${rows.find(({ username }) => username)?.username ?? `Guest ${room}`}</h2>
    <ul>
      ${rows.toReversed().map(line)}
    </ul>
    <form method="post" action="/sandbox/chat">
      <input type="hidden" name="room" value="${room}" />
      <label>Answer <input name="text" required maxlength="2000" autocomplete="off" /></label>
      <button>Send</button>
    </form>
  </section>`

/** Where a person plays the support agent. */
export function chatPages({ db, clock, realtime }: AppContext): Hono<ServerEnv> {
  const pages = new Hono<ServerEnv>()

  pages.get('/', async (c) => {
    const rows = await db.select().from(chatMessages).orderBy(desc(chatMessages.id)).limit(200)
    const rooms = [...new Set(rows.map(({ room }) => room))]
    const body =
      rooms.length === 0
        ? markup`<p class="empty">Nobody has written yet.</p>`
        : markup`${rooms.map((name) =>
            conversation(
              name,
              rows.filter(({ room }) => room === name),
            ),
          )}`
    return c.html(page({ title: 'Chat', body, said: wordsOf(c.req.query('said')), isLive: true }))
  })

  pages.post('/', async (c) => {
    const { room = '', text = '' } = await readForm(c)
    const [known] = await db
      .select({ room: chatMessages.room })
      .from(chatMessages)
      .where(eq(chatMessages.room, room))
      .limit(1)
    if (!known || text.trim() === '') return backTo(c, '/sandbox/chat', 'unknown')
    const { message } = await writeMessage(
      db,
      { room, sender: 'agent', name: 'Champa', message: { message_type: 'text', payload: { text } } },
      clock.now(),
    )
    realtime.message(room, message)
    return backTo(c, '/sandbox/chat', 'sent')
  })

  return pages
}
