import { Trans } from '@lingui/react/macro'
import { WALLET } from '#api/contract/wallet.ts'
import { everyGame, type Account } from './transfer-rules.ts'

export function AccountName({ code, accounts }: { code: string; accounts: readonly Account[] }) {
  if (code === WALLET) return <Trans>Wallet</Trans>
  if (code === everyGame) return <Trans>All games</Trans>
  return accounts.find((account) => account.code === code)?.name ?? code
}
