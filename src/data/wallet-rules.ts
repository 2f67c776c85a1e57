import type { UserWallet } from '#api/contract/wallet.ts'
import { bahtToSatang, sumSatang } from '#lib/money.ts'

type Amounts = Pick<UserWallet, 'wallet'> & { slots: Pick<UserWallet['slots'][number], 'amount'>[] }

/** The one balance that is shown: the wallet and what stands in every game, in whole satang. */
export function totalBalance({ wallet, slots }: Amounts): number {
  return sumSatang([wallet.amount, ...slots.map((slot) => slot.amount)].map((baht) => bahtToSatang(baht)))
}
