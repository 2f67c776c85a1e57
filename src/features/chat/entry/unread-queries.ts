import { queryOptions, type QueryClient } from '@tanstack/react-query'

const refetchMs = 60_000

/** The number of unread answers of the member, or of the guest. */
export const unreadQueryOptions = (guestId?: string) =>
  queryOptions({
    queryKey: ['chat', 'unread', guestId ?? 'member'] as const,
    meta: { persist: false },
    // Imported lazily: the schemas of messages must not be part of the first load.
    queryFn: async ({ signal }) => (await import('../chat-unread.ts')).fetchUnread(guestId, signal),
    staleTime: refetchMs,
    refetchInterval: refetchMs,
  })

/** The open chat knows the number before the query does. */
export function setUnread(
  queryClient: QueryClient,
  { kind, id }: { kind: 'member' | 'guest'; id: string },
  unread: number,
): void {
  queryClient.setQueryData(unreadQueryOptions(kind === 'guest' ? id : undefined).queryKey, unread)
}
