import { useQuery } from '@tanstack/react-query'
import { infoQueryOptions } from './site-config-queries.ts'

/** The site's name and address, once they are known. */
export function useSiteInfo() {
  return useQuery(infoQueryOptions).data
}
