import { queryOptions } from '@tanstack/react-query'
import { request } from '#api/client.ts'
import { chatConfig } from '#api/contract/chat.ts'

/** The prefix of the backend's room names. Without it there is no chat. */
export const chatConfigQueryOptions = queryOptions({
  queryKey: ['chat', 'config'],
  meta: { persist: false },
  queryFn: ({ signal }) => request(chatConfig, { signal }),
  staleTime: 60 * 60_000,
  gcTime: Infinity,
})
