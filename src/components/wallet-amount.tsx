import { useWalletAge } from '#data/wallet/wallet-age.ts'
import { Amount, type AmountProps } from '#ui/amount.tsx'

/** An amount from the known wallet, or from a query beside it. It looks out of date as soon as the wallet does. */
export function WalletAmount(amount: AmountProps) {
  const { stale } = useWalletAge()
  return <Amount {...amount} stale={stale || amount.stale} />
}
