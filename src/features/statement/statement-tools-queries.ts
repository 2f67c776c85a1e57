import { queryOptions } from '@tanstack/react-query'
import { loadLaterMessages } from '#i18n/activate.ts'

/** The file of what needs a connection: search, totals, the whole statement as a file, and receipts. With its messages. */
export const statementToolsQueryOptions = queryOptions({
  queryKey: ['statement-tools'],
  meta: { persist: false },
  queryFn: async () => {
    const [file] = await Promise.all([import(/* later */ './tools/statement-tools.tsx'), loadLaterMessages()])
    return file
  },
  staleTime: Infinity,
  gcTime: Infinity,
  // A file is no data to compare.
  structuralSharing: false,
})
