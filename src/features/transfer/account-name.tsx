import { Trans } from '@lingui/react/macro'
import { walletCode, type Account } from './transfer-rules.ts'

export function AccountName({ code, accounts }: { code: string; accounts: readonly Account[] }) {
  if (code === walletCode) return <Trans>Wallet</Trans>
  return accounts.find((account) => account.code === code)?.name ?? code
}
