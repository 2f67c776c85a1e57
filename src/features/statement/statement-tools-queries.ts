import { queryOptions } from '@tanstack/react-query'
import { withLaterMessages } from '#i18n/activate.ts'

/** The file of what needs a connection: search, totals, the whole statement as a file, and receipts. With its messages. */
export const statementToolsQueryOptions = queryOptions({
  queryKey: ['statement-tools'],
  meta: { persist: false },
  queryFn: () => withLaterMessages(() => import(/* later */ './tools/statement-tools.tsx')),
  staleTime: Infinity,
  gcTime: Infinity,
  // A file is no data to compare.
  structuralSharing: false,
})
