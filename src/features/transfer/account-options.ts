import { WALLET } from '#api/contract/wallet.ts'
import { type Account } from './transfer-rules.ts'

/** The accounts as options of a menu. */
export function accountOptions(accounts: readonly Account[], walletName: string) {
  return accounts.map(({ code, name, logo }) =>
    code === WALLET
      ? { value: code, label: walletName, icon: 'wallet' as const }
      : { value: code, label: name ?? code, picture: logo || undefined, icon: 'games' as const },
  )
}

/** Accounts that accept money: a closed game can only be emptied. */
export const openAccounts = (accounts: readonly Account[]) => accounts.filter(({ closed }) => !closed)
