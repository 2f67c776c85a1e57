import { request } from '#api/client.ts'
import { chatHistory } from '#api/contract/chat.ts'

/** The number of unread answers. A member is known by the token alone. */
export async function fetchUnread(guestId: string | undefined, signal: AbortSignal): Promise<number> {
  const { unread = 0 } = await request(chatHistory, { body: { guestId, limit: 1, skip: 0 }, signal })
  return unread
}
