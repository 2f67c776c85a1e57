import { readContent } from '#api/contract/chat-content.ts'
import type { chatMessages } from '../../database/schema/chat.ts'
import type { Fields } from '../form.ts'
import type { Listed } from '../listed.ts'
import { markup, type Markup, moreOf, showTime } from '../markup.ts'
import { placed, type Places } from '../places.ts'
import { answerForms } from './answer-view.ts'
import type { RoomRow } from './room-lists.ts'
import { addressOf, nameOf, typedIn } from './room-view.ts'

type Message = typeof chatMessages.$inferSelect
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

interface Conversation {
  room: RoomRow
  /** Newest first; the page shows them oldest first. */
  messages: Listed<Message>
  /** Whether there are newer ones. */
  isEarlier: boolean
  /** What was typed in the form that was refused. */
  typed?: Fields | undefined
  places: Places
}

/** Says that there are others, and links to them. */
function restOfRoom({ room, messages: { rows, more }, isEarlier, places }: Conversation): Markup | '' {
  const link = (words: string, part = '') =>
    markup`<a href="${placed(`${addressOf(room.room)}${part}`, places)}">${words}</a>`
  if (more === '' && !isEarlier) return ''
  return markup`${more} ${isEarlier ? link('The newest') : ''} ${more ? link('The older ones', `?before=${rows.at(-1)?.seq}`) : ''}`
}

export function conversation(shown: Conversation): Markup {
  const { room, messages, typed, places } = shown
  return markup`<section aria-label="Chat with ${nameOf(room)}">
    <h2>${nameOf(room)}${typedIn(room)}</h2>
    <p><a href="${placed('/sandbox/chat', places)}">All rooms</a></p>
    ${moreOf({ more: restOfRoom(shown) })}
    <ol aria-label="Messages" class="chat" tabindex="0">
      ${messages.rows.toReversed().map(line)}
    </ol>
    ${answerForms({ room: room.room, typed, places })}
  </section>`
}
