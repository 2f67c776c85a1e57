import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type ListPlace, useTurnPage } from '#data/pages.ts'
import { type StatementFilter, statementQueryOptions } from '#data/wallet/statement-queries.ts'
import { refetchEveryMs } from '#lib/money/balance.ts'
import { pageCount } from '#lib/paging.ts'

/** One page of the statement. A place beyond the last page gives way to that one. */
export function useStatementPage(
  place: ListPlace,
  filter: StatementFilter | undefined,
  onPlace: (place: ListPlace, options?: { replace: boolean }) => void,
) {
  const query = useQuery({ ...statementQueryOptions(place, filter), refetchInterval: refetchEveryMs })
  const { data, isPlaceholderData } = query
  const { page } = place
  const pages = pageCount(data?.total ?? 0)
  const isBeyond = data !== undefined && !isPlaceholderData && page > pages
  useEffect(() => {
    // In the history it takes the place of the page that is not there: Back would lead to it again.
    if (isBeyond) onPlace({ page: pages }, { replace: true })
  }, [isBeyond, pages, onPlace])
  const turn = useTurnPage(place, isPlaceholderData ? null : data?.cursor, onPlace)
  return {
    query,
    pages,
    isBeyond,
    turn,
    // Until the asked page is here, the one shown is another one.
    edges: isPlaceholderData ? undefined : { startsInside: page > 1, endsInside: page < pages },
  }
}
