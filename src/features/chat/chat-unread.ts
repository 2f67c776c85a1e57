import { request } from '#api/client.ts'
import { chatHistory } from '#api/contract/chat.ts'

/** How many answers wait to be read. A member is known by his token alone. */
export async function askUnread(guestId: string | undefined, signal: AbortSignal): Promise<number> {
  const { unread = 0 } = await request(chatHistory, { body: { guestId, limit: 1, skip: 0 }, signal })
  return unread
}
