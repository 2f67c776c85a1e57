import type { ChatMessage } from '#api/contract/chat.ts'

const nobody = { userId: '', guestId: '', username: '', name: '', deviceToken: '' }

/** The message with this sequence number, a minute after the previous one. */
export function messageAt(seq: number, about: Partial<ChatMessage> = {}): ChatMessage {
  return {
    ...nobody,
    sender: 'agent',
    session_id: 'one',
    seq,
    clientId: `id-${seq}`,
    createdAt: new Date(Date.UTC(2026, 10, 20, 8, seq)).toISOString(),
    message: { message_type: 'text', payload: { text: `message ${seq}` } },
    ...about,
  }
}

export const messagesUpTo = (last: number, first = 1): ChatMessage[] =>
  Array.from({ length: last - first + 1 }, (_, index) => messageAt(first + index))
