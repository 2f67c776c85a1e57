import { readContent } from '#api/contract/chat-content.ts'
import type { chatMessages, chatRooms } from '../../database/schema/chat.ts'
import { guestRoom } from '../../realtime/rooms.ts'
import type { Listed } from '../listed.ts'
import { button, markup, type Markup, moreOf, section, showTime, table, textArea } from '../markup.ts'

type Message = typeof chatMessages.$inferSelect
/** `typed`: what the writer calls himself. */
export type RoomRow = typeof chatRooms.$inferSelect & { unread: number; typed: string | null }

/** A guest is named by the room's id: what guests call themselves may be a member's phone. */
const nameOf = ({ room, customer }: RoomRow): string =>
  guestRoom(room) === undefined ? (customer ?? room) : `Guest ${room.slice(0, 8)}`

const typedIn = ({ room, typed }: RoomRow): Markup | '' =>
  guestRoom(room) !== undefined && typed ? markup`<small>“<bdi>${typed}</bdi>”</small>` : ''
const addressOf = (room: string): string => `/sandbox/chat/${encodeURIComponent(room)}`

const switchNames = {
  config: ['Fail the configuration', 'Let the configuration work'],
  send: ['Fail messages', 'Let messages through'],
  upload: ['Fail uploads', 'Let uploads through'],
} as const

export const roomList = (rooms: Listed<RoomRow>, isArmed: (name: string) => boolean): Markup =>
  markup`${table(
    'Rooms',
    ['Who', 'Newest', 'Unread'],
    rooms.rows.map(
      (row) =>
        markup`<tr>
          <td><a href="${addressOf(row.room)}">${nameOf(row)}</a>${typedIn(row)}</td>
          <td>${showTime(row.lastAt)}<small>${row.lastSeq} ${row.lastSeq === 1 ? 'message' : 'messages'}</small></td>
          <td data-head="Unread" data-unread>${row.unread}</td>
        </tr>`,
    ),
    'Nobody has written yet.',
    rooms.more,
  )}
  ${section(
    'failures',
    'Failures',
    markup`${Object.entries(switchNames).map(([part, [fail, mend]]) => {
      const name = `chat:${part}`
      return button('/sandbox/switches', isArmed(name) ? mend : fail, { name }, 'quiet')
    })}`,
  )}`

const listed = (titles: readonly string[]): Markup =>
  markup`<small>${titles.map((title) => `[${title}]`).join(' ')}</small>`

function contentOf(message: Message['message']): Markup {
  const { message_type: type, payload } = readContent(message)
  switch (type) {
    case 'text':
      return markup`${payload.text}`
    case 'postback':
      return markup`<em>chose</em> ${payload.title} <small>${payload.payload}</small>`
    case 'media': {
      const { url, fileType } = payload
      const look =
        fileType === 'image' && url.startsWith('/')
          ? markup`<img src="${url}" alt="" height="120" />`
          : markup`${fileType}`
      return markup`<a href="${url}" rel="noreferrer">${look}</a> ${payload.message}`
    }
    case 'buttons':
      return markup`${payload.text} ${listed(payload.buttons.map(({ title }) => title))}`
    case 'quick_replies':
      return markup`${payload.text} ${listed(payload.quick_replies.map(({ title }) => title))}`
    case 'generic':
      return markup`${listed(payload.elements.map(({ title }) => title))}`
    case 'other':
      return markup`(${message.message_type}) ${payload.text}`
  }
}

const line = (message: Message, index: number, all: readonly Message[]): Markup => {
  const before = all[index - 1]
  const isNewSession = before !== undefined && before.sessionId !== message.sessionId
  return markup`${isNewSession ? markup`<li><em>End Conversation</em></li>` : ''}
    <li>
      <strong>${message.sender}</strong>: ${contentOf(message.message)}
      <small>${showTime(message.createdAt)}</small>
    </li>`
}

const form = (room: string, kind: string, name: string, fields: Markup): Markup =>
  markup`<form
    method="post"
    action="${addressOf(room)}/messages"
    enctype="multipart/form-data"
    aria-label="${name}"
  >
    <input type="hidden" name="kind" value="${kind}" />
    ${fields}
    <button>Send ${name.toLowerCase()}</button>
  </form>`

const textField = (label: string, value = ''): Markup =>
  markup`<label>${label} <input name="text" required maxlength="2000" autocomplete="off" value="${value}" /></label>`

const area = (label: string, name: string, value: string): Markup =>
  textArea(label, markup`name="${name}" required`, value)

const forms = (room: string): Markup =>
  markup`${form(room, 'text', 'Answer', textField('Answer'))}
    ${button(`${addressOf(room)}/end`, 'End conversation', {}, 'quiet')}
    <details>
      <summary>Other kinds of message</summary>
      ${form(
        room,
        'media',
        'Media',
        markup`<label>Picture or film
            <input type="file" name="file" required accept=".png,.jpg,.jpeg,.gif,.mp4,.mov" />
          </label>
          <label>Words with it <input name="text" autocomplete="off" /></label>`,
      )}
      ${form(
        room,
        'buttons',
        'Buttons',
        markup`${textField('Text', 'What is it about?')}
        ${area('Buttons, one a line', 'buttons', 'A deposit = deposit\nRead more = https://champa.example/\nCall us = tel:+8562055512345')}`,
      )}
      ${form(
        room,
        'quick_replies',
        'Quick replies',
        markup`${textField('Text', 'Did that help?')} ${area('Replies, one a line', 'replies', 'Yes = yes\nNo = no')}`,
      )}
      ${form(
        room,
        'generic',
        'Cards',
        area(
          'Cards, an empty line between them',
          'cards',
          'Deposit by QR\nArrives within a minute\n/champa.svg\nChoose = qr\n\nDeposit by bank\nFrom your own account\nChoose = bank',
        ),
      )}
      ${form(
        room,
        'other',
        'JSON',
        area('Message as JSON', 'json', '{"message_type": "other", "payload": {"text": "Something else"}}'),
      )}
    </details>`

/** `messages`: newest first, as they are listed; shown the other way round. */
export const conversation = (room: RoomRow, messages: Listed<Message>): Markup =>
  markup`<section aria-label="Chat with ${nameOf(room)}">
    <h2>${nameOf(room)}${typedIn(room)}</h2>
    <p><a href="/sandbox/chat">All rooms</a></p>
    ${moreOf(messages)}
    <ol aria-label="Messages" class="chat" tabindex="0">
      ${messages.rows.toReversed().map(line)}
    </ol>
    ${forms(room.room)}
  </section>`
