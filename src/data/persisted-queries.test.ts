import { hashKey, QueryClient, type QueryKey, type QueryMeta } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { persistOf } from './query-persistence.ts'

interface Options {
  queryKey: QueryKey
  meta?: QueryMeta
}

type Exported = Options | ((given: QueryClient) => Options)

/** All modules that define `queryOptions`, directly or as a function of a page, a code or the query client. */
const modules = import.meta.glob<Record<string, Exported>>('../**/*-queries.ts', { eager: true })
const exported = Object.values(modules).flatMap((module) => Object.entries(module))
const queries = exported
  .filter(([name]) => name.endsWith('QueryOptions'))
  .map(([name, found]) => [name, typeof found === 'function' ? found(new QueryClient()) : found] as const)

test('the queries are found', () => {
  expect(queries.length).toBeGreaterThan(25)
})

test('what has a query key is called …QueryOptions, by which the tests here find it', () => {
  const others = exported.filter(
    ([name, found]) => !name.endsWith('QueryOptions') && Object.hasOwn(Object(found), 'queryKey'),
  )
  expect(others.map(([name]) => name)).toEqual([])
})

test.each(queries)('%s declares whether it is persisted for offline use', (_, { meta }) => {
  expect(meta ?? {}, 'meta: { persist: false }, or ...persisted(schema)').toHaveProperty('persist')
})

const kept = queries.filter(([, { meta }]) => meta?.persist)

test.each(kept)('%s is persisted and listed in query-persistence.ts', (_, { queryKey }) => {
  const [name] = queryKey
  const isFixed = queryKey.every((part) => typeof part === 'string')
  const start = isFixed ? hashKey(queryKey) : `[${JSON.stringify(name)},`
  const known = [...persistOf.keys()].filter((hash) => hash.startsWith(start))
  expect(known, 'the list in query-persistence.ts').not.toEqual([])
})

test('every query listed in query-persistence.ts is persisted: its options have ...persisted(schema)', () => {
  const left = [...persistOf].filter(([, persist]) => !persist).map(([hash]) => hash)
  expect(left).toEqual([])
})
