import { Trans } from '@lingui/react/macro'
import { everyGame, walletCode, type Account } from './transfer-rules.ts'

export function AccountName({ code, accounts }: { code: string; accounts: readonly Account[] }) {
  if (code === walletCode) return <Trans>Wallet</Trans>
  if (code === everyGame) return <Trans>All games</Trans>
  return accounts.find((account) => account.code === code)?.name ?? code
}
