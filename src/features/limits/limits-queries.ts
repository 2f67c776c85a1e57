import { queryOptions } from '@tanstack/react-query'
import { request } from '#api/client.ts'
import { getLimits, getPlay, type Limits, lookupHelp } from '#api/contract/limits.ts'
import { limitsKey } from '#data/wallet/limits-key.ts'

/** The member's limits and what they count. Only for a backend that has announced the extension. */
export const limitsQueryOptions = queryOptions({
  queryKey: limitsKey,
  meta: { persist: false },
  queryFn: ({ signal }) => request(getLimits, { signal }),
  staleTime: 10_000,
})

/** What went into games this week, less what came back of it; undefined if the house counts no losses. */
export const weekOfLosses = ({ limits }: Limits) =>
  limits.find(({ kind, period }) => kind === 'loss' && period === 'week')

/** Whom to call for help, in the language of the app. */
export const helpLinesQueryOptions = queryOptions({
  queryKey: ['help-lines'],
  meta: { persist: false },
  queryFn: ({ signal }) => request(lookupHelp, { signal }),
  staleTime: Infinity,
})

/** The member's play now, and when to ask about it. Only for a backend that has announced `reality-checks`. */
export const playQueryOptions = queryOptions({
  queryKey: ['play'],
  meta: { persist: false },
  queryFn: ({ signal }) => request(getPlay, { signal }),
  staleTime: 10_000,
})
