import { queryOptions } from '@tanstack/react-query'
import { request } from '#api/client.ts'
import { listBankAccounts } from '#api/contract/bank-account.ts'

/** The member's bank accounts, the usual one first. Only for a backend that has announced the extension. */
export const bankAccountsQueryOptions = queryOptions({
  queryKey: ['bank-accounts'],
  meta: { persist: false },
  queryFn: ({ signal }) => request(listBankAccounts, { signal }),
  staleTime: 30_000,
})
