import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { whenOver } from '#lib/dates/when-over.ts'
import { limitsQueryOptions } from './limits-queries.ts'

interface LimitsAsked {
  enabled: boolean
  /** In ms. */
  refetchInterval?: number
}

/** The member's limits, asked for again when the first of their periods is over. */
export function useLimits({ enabled, refetchInterval }: LimitsAsked) {
  const query = useQuery({ ...limitsQueryOptions, enabled, refetchInterval })
  const { data, refetch } = query
  const periods = enabled && data ? [...data.limits, ...data.times] : []
  const firstEnd = Math.min(...periods.map(({ until }) => Date.parse(until)))
  useEffect(() => {
    if (firstEnd === Infinity) return
    return whenOver(firstEnd, () => void refetch({ cancelRefetch: false }))
  }, [firstEnd, refetch])
  return query
}
