import type { UseQueryResult } from '@tanstack/react-query'

/**
 * True until a query has answered or failed for the first time. What stands above a button waits for that as a whole: content that
 * arrived later would push the button away from under the finger, and the tap would be lost. Unlike `isLoading`, it stays false
 * when a query that failed is asked again.
 */
export const isFirstLoad = ({
  isLoading,
  isFetched,
}: Pick<UseQueryResult, 'isLoading' | 'isFetched'>): boolean => isLoading && !isFetched
