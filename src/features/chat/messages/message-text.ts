import { readContent } from '#api/contract/chat-content.ts'
import type { ChatMessage } from '#api/contract/chat.ts'

/** A message as plain text, for screen readers. */
export function messageText({ message }: ChatMessage): string {
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
