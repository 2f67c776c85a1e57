import { readContent } from '#api/contract/chat-content.ts'
import type { ChatMessage } from '#api/contract/chat.ts'

/** What a reader says of a message. */
export function wordsOf({ message }: ChatMessage): string {
  const { message_type: type, payload } = readContent(message)
  switch (type) {
    case 'media':
      return payload.message ?? ''
    case 'postback':
      return payload.title
    case 'generic':
      return payload.elements.map(({ title }) => title).join(', ')
    default:
      return payload.text
  }
}
