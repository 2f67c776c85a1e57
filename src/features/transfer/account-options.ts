import { walletCode, type Account } from './transfer-rules.ts'

/** The accounts as a list to choose from. */
export function accountOptions(accounts: readonly Account[], walletName: string) {
  return accounts.map(({ code, name, logo }) =>
    code === walletCode
      ? { value: code, label: walletName, icon: 'wallet' as const }
      : { value: code, label: name ?? code, picture: logo || undefined, icon: 'play' as const },
  )
}

/** Where money may be put: a closed game can only be emptied. */
export const openAccounts = (accounts: readonly Account[]) => accounts.filter(({ closed }) => !closed)
