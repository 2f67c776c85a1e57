import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { request } from '#api/client.ts'
import { chatHistory } from '#api/contract/chat.ts'

const lookMs = 60_000

/** How many answers wait to be read. A member is known by his token alone. */
export const unreadQueryOptions = (guestId?: string) =>
  queryOptions({
    queryKey: ['chat', 'unread', guestId ?? 'member'] as const,
    queryFn: async ({ signal }) => {
      const { unread = 0 } = await request(chatHistory, { body: { guestId, limit: 1, skip: 0 }, signal })
      return unread
    },
    staleTime: lookMs,
    refetchInterval: lookMs,
  })

/** The open chat knows it best. */
export function noteUnread(
  queryClient: QueryClient,
  { kind, id }: { kind: 'member' | 'guest'; id: string },
  unread: number,
): void {
  queryClient.setQueryData(unreadQueryOptions(kind === 'guest' ? id : undefined).queryKey, unread)
}
