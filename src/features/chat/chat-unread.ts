import type { QueryClient } from '@tanstack/react-query'
import { request } from '#api/client.ts'
import { chatHistory } from '#api/contract/chat.ts'
import { walletQueryOptions } from '#data/wallet-queries.ts'
import { hasExtension } from '#lib/api-extensions.ts'

/** The number of unread answers of the member, or of the guest. Only a backend with our chat's extension tells it. */
export async function fetchUnread(
  guestId: string | undefined,
  client: QueryClient,
  signal: AbortSignal,
): Promise<number> {
  const userId = guestId ? undefined : (await client.ensureQueryData(walletQueryOptions)).profile._id
  if (!hasExtension('client-id')) return 0
  const { unread = 0 } = await request(chatHistory, { body: { userId, guestId, limit: 1, skip: 0 }, signal })
  return unread
}
