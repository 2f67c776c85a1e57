import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { toApiError } from '#api/api-error.ts'
import { findPromotionQueryOptions } from './promotion-queries.ts'
import { promotionCode } from './promotion-rules.ts'

/**
 * Looks promotion codes up. A result belongs to its code: it is hidden while another code is typed, and stays while the same
 * code is looked up again, also where that fails.
 */
export function usePromotionSearch(typed: string) {
  const [code, setCode] = useState('')
  const query = useQuery({
    ...findPromotionQueryOptions(code),
    // A search that failed or found nothing is over: repeated by a money event, it would be announced after that event's news.
    enabled: ({ state }) => code !== '' && (state.status !== 'error' || state.data !== undefined),
    retry: false,
  })
  const [isAskedAgain, setAskedAgain] = useState(false)
  const findAgain = async () => {
    setAskedAgain(true)
    await query.refetch()
    setAskedAgain(false)
  }
  // Only the member's own search disables the button. Money events refetch the promotion too, and a tap would be lost meanwhile.
  const isSearching = query.isLoading || isAskedAgain
  const isShown = code !== '' && code === promotionCode(typed)
  const hasAnswer = isShown && !isSearching
  const failure = hasAnswer && query.isError ? toApiError(query.error) : undefined
  const isMissing = failure?.code === 'NO_PROMOTION' || (hasAnswer && query.data === null)
  return {
    code,
    find: (next: string) => (next === code ? void findAgain() : setCode(next)),
    isSearching: isShown && isSearching,
    isMissing,
    failure: isMissing ? undefined : failure,
    promotion: isShown && !isMissing ? (query.data ?? undefined) : undefined,
  }
}
