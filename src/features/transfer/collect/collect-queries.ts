import { queryOptions } from '@tanstack/react-query'
import { request } from '#api/client.ts'
import { type Collection, getCollection } from '#api/contract/collect.ts'
import { statementKey } from '#data/wallet/statement-queries.ts'

const isUnderWay = (collection: Collection | null | undefined): boolean =>
  collection?.moves.some(({ status }) => status === 'moving') ?? false

/**
 * The collection with this id, or the last one: asked for again, ever less often, until every game has answered. Another may have begun on
 * another phone meanwhile.
 */
export const collectionQueryOptions = (id?: string) =>
  queryOptions({
    queryKey: [...statementKey, 'collection', id],
    meta: { persist: false },
    queryFn: ({ signal }) => request(getCollection, { params: { id }, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      isUnderWay(state.data) ? Math.min(10_000, 1000 * (1 + state.dataUpdateCount)) : false,
  })
