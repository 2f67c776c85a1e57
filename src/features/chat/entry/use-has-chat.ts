import { useQuery } from '@tanstack/react-query'
import { chatWidgetQueryOptions } from '#data/site/site-config-queries.ts'

/** Whether the site has a chat; undefined until that is known, null once it could not be asked for. */
export function useHasChat(): boolean | null | undefined {
  const { data, isFetched } = useQuery(chatWidgetQueryOptions)
  return data ? data.enabled : isFetched ? null : undefined
}
