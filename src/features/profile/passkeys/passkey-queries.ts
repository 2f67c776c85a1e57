import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { request } from '#api/client.ts'
import { listPasskeys } from '#api/contract/passkey.ts'

/** The member's passkeys. Only for a backend that has announced the extension. */
export const passkeysQueryOptions = queryOptions({
  queryKey: ['passkeys'],
  meta: { persist: false },
  queryFn: ({ signal }) => request(listPasskeys, { signal }),
  staleTime: 10_000,
})

export const refreshPasskeys = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({ queryKey: passkeysQueryOptions.queryKey })
