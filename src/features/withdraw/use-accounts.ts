import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import type { BankAccount } from '#api/contract/account.ts'
import type { OwnBankAccount } from '#api/contract/bank-account.ts'
import { bankAccountsQueryOptions } from '#data/bank-account-queries.ts'
import { extensionsAtom } from '#lib/api-extensions.ts'

/** Where the money may go: `id` is missing for the usual account, which needs no name on the wire. */
export type Payee = BankAccount & { bankCode: string; id?: string; heldUntil?: string | null | undefined }

/** The member's accounts, the chosen one among them. Until the list has come, and without one, only the usual account is known. */
export function useAccounts() {
  const isAnnounced = useAtomValue(extensionsAtom).has('bank-accounts')
  const { data } = useQuery({ ...bankAccountsQueryOptions, enabled: isAnnounced, refetchOnMount: 'always' })
  const [chosenId, choose] = useState<string>()
  const accounts = data?.accounts ?? []
  const chosen = accounts.find(({ id }) => id === chosenId) ?? accounts.find(({ isUsual }) => isUsual)
  return { accounts, chosen, choose }
}

export const asPayee = (account: OwnBankAccount): Payee => {
  const { id, isUsual, ...rest } = account
  return isUsual ? rest : { ...rest, id }
}
