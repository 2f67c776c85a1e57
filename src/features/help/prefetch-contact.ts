import type { QueryClient } from '@tanstack/react-query'
import { chatWidgetQueryOptions, contactQueryOptions } from '#data/site/site-config-queries.ts'

/** Starts loading what `ContactScreen` shows. */
export function prefetchContact(queryClient: QueryClient): void {
  void queryClient.prefetchQuery(contactQueryOptions)
  void queryClient.prefetchQuery(chatWidgetQueryOptions)
}
