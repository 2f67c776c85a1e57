import { request } from '#api/client.ts'
import { chatHistory } from '#api/contract/chat.ts'
import { hasExtension } from '#lib/network/api-extensions.ts'

/**
 * The number of unread answers of the member, or of the guest. Only a backend with our chat's extension tells it, and knows a member
 * by the token alone.
 */
export async function fetchUnread(guestId: string | undefined, signal: AbortSignal): Promise<number> {
  if (!hasExtension('client-id')) return 0
  const { unread = 0 } = await request(chatHistory, { body: { guestId, limit: 1, skip: 0 }, signal })
  return unread
}
