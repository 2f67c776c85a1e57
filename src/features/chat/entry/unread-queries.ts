import { queryOptions, type QueryClient } from '@tanstack/react-query'

const lookMs = 60_000

/** How many answers wait to be read by the member, or by the guest. */
export const unreadQueryOptions = (guestId?: string) =>
  queryOptions({
    queryKey: ['chat', 'unread', guestId ?? 'member'] as const,
    meta: { persist: false },
    // What messages look like is nothing that a first page should wait for.
    queryFn: async ({ signal }) =>
      (await import(/* online only */ '../chat-unread.ts')).askUnread(guestId, signal),
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
