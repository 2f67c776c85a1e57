import { queryOptions } from '@tanstack/react-query'
import { request } from '#api/client.ts'
import { lookupSlip } from '#api/contract/lookup.ts'

/** When slips may be uploaded. */
export const slipHoursQueryOptions = queryOptions({
  queryKey: ['lookup', 'slip'] as const,
  meta: { persist: false },
  queryFn: ({ signal }) => request(lookupSlip, { signal }),
  staleTime: 60_000,
})
