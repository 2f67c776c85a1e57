import { useQuery } from '@tanstack/react-query'
import { chatWidgetQueryOptions } from '#data/site/site-config-queries.ts'

/** Whether the site has a chat; undefined until that is known. */
export const useHasChat = (): boolean | undefined => useQuery(chatWidgetQueryOptions).data?.enabled
