import { expect, test } from 'vitest'
import { contractCalls } from '../../../server/http/test-contract.ts'
import { publicLookups } from './public-lookups.ts'

test('the lookups that the worker keeps are the contract’s public ones, but for the one that must be fresh', () => {
  const inContract = contractCalls
    .filter(({ path, access }) => path.startsWith('/api/lookup/') && access === 'anyone')
    .map(({ path }) => path)
  expect(inContract.filter((path) => path !== '/api/lookup/active').sort()).toEqual([...publicLookups].sort())
})
