import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { storageKeys } from '#lib/storage-keys.ts'
import { rawStorage } from '#lib/storage.ts'
import { keepQueries } from './kept-queries.ts'
import { endSession, signIn } from './session.ts'
import { infoQueryOptions } from './site-config-queries.ts'
import { statementQueryOptions } from './statement-queries.ts'

const statement = statementQueryOptions(1).queryKey
const info = infoQueryOptions.queryKey
const page = {
  total: 1,
  statements: [
    {
      statementType: 'deposit' as const,
      from: '',
      to: 'WALLET',
      status: 'SUCCESS',
      createdAt: '2026-01-02T03:04:05Z',
      amount: 100,
      description: '',
    },
  ],
}
const leave = () => globalThis.dispatchEvent(new Event('pagehide'))
const opened = () => {
  const queryClient = new QueryClient()
  keepQueries(queryClient)
  return queryClient
}
/** Closes the page and opens the app again, in the same browser. */
const again = () => {
  const kept = rawStorage().getItem(storageKeys.queryCache)
  signIn('token-1', true)
  if (kept) rawStorage().setItem(storageKeys.queryCache, kept)
  return opened()
}

beforeEach(() => signIn('token-1', true))
afterEach(() => endSession())

test('what was last known is there at once when the app opens again, with its age', () => {
  const first = opened()
  first.setQueryData(statement, page, { updatedAt: 1_000 + Date.now() - 60_000 })
  leave()
  const age = first.getQueryState(statement)?.dataUpdatedAt
  const second = again()
  expect(second.getQueryData(statement)).toEqual(page)
  expect(second.getQueryState(statement)?.dataUpdatedAt).toBe(age)
})

test('once another tab has signed somebody else in, nothing of the former is kept under the new name', () => {
  opened().setQueryData(statement, page)
  rawStorage().removeItem(storageKeys.queryCache)
  rawStorage().setItem(storageKeys.token, '"token-2"')
  leave()
  expect(rawStorage().getItem(storageKeys.queryCache)).toBeNull()
})

test.each([
  ['is no JSON', () => '{"mark":'],
  ['has another shape', () => '{"entries":7}'],
  [
    'holds an answer that breaks the contract',
    (text: string) => text.replace('"deposit"', '"theft"').replace('"total":1', '"total":"many"'),
  ],
  ['is of another version', (text: string) => text.replace(' 1.', ' 0.')],
])('a store that %s is ignored', (_, broken) => {
  opened().setQueryData(statement, page)
  leave()
  rawStorage().setItem(storageKeys.queryCache, broken(rawStorage().getItem(storageKeys.queryCache) ?? ''))
  expect(again().getQueryData(statement)).toBeUndefined()
})

test('one broken answer costs the others nothing', () => {
  const first = opened()
  first.setQueryData(statement, page)
  first.setQueryData(info, { name: 'Champa', website: '' })
  leave()
  const text = rawStorage().getItem(storageKeys.queryCache) ?? ''
  rawStorage().setItem(storageKeys.queryCache, text.replace('"total":1', '"total":"many"'))
  const second = again()
  expect(second.getQueryData(statement)).toBeUndefined()
  expect(second.getQueryData(info)).toEqual({ name: 'Champa', website: '' })
})

test('another member’s store is dropped', () => {
  opened().setQueryData(statement, page)
  leave()
  const kept = rawStorage().getItem(storageKeys.queryCache) ?? ''
  signIn('token-2', true)
  rawStorage().setItem(storageKeys.queryCache, kept)
  expect(opened().getQueryData(statement)).toBeUndefined()
  expect(rawStorage().getItem(storageKeys.queryCache)).toBeNull()
})

test('what may be from before the money last moved is asked for anew, however young', () => {
  const first = opened()
  first.setQueryData(statement, page)
  first.setQueryData(info, { name: 'Champa', website: '' })
  leave()
  const second = again()
  expect(second.getQueryState(statement)?.isInvalidated).toBe(true)
  expect(second.getQueryState(info)?.isInvalidated).toBe(false)
})

test('what was kept by a clock that ran ahead is asked for anew', () => {
  const site = { name: 'Champa', website: '' }
  opened().setQueryData(info, site, { updatedAt: Date.now() + 24 * 60 * 60_000 })
  leave()
  const second = again()
  expect(second.getQueryData(info)).toEqual(site)
  expect(second.getQueryState(info)?.isInvalidated).toBe(true)
})

test('a week is the end', () => {
  opened().setQueryData(statement, page, { updatedAt: Date.now() - 8 * 24 * 60 * 60_000 })
  leave()
  expect(again().getQueryData(statement)).toBeUndefined()
})
