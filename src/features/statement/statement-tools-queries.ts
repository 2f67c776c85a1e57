import { queryOptions } from '@tanstack/react-query'

/** The file of what needs a connection: search, totals, the whole statement as a file, and receipts. */
export const statementToolsQueryOptions = queryOptions({
  queryKey: ['statement-tools'],
  meta: { persist: false },
  queryFn: () => import(/* online only */ './tools/statement-tools.tsx'),
  staleTime: Infinity,
  gcTime: Infinity,
  // A file is no data to compare.
  structuralSharing: false,
})
