import { bahtToSatang } from '#lib/money.ts'
import type { AmountLimits } from '#lib/amount-schema.ts'

interface Limits {
  withdrawMin: number
  withdrawMax: number
}

/** In satang, from what the wire says in baht. Until the site's limits are known, only the wallet's own. */
export function withdrawLimits(limits: Limits | undefined, walletBaht: number | undefined): AmountLimits {
  return {
    minimum: limits ? bahtToSatang(limits.withdrawMin) : 1,
    maximum: limits && bahtToSatang(limits.withdrawMax),
    available: walletBaht === undefined ? undefined : bahtToSatang(walletBaht),
  }
}

/** What "all" fills in: the whole wallet, as far as one withdrawal goes. */
export function mostWithdrawable({ maximum, available }: AmountLimits): number {
  return Math.min(available ?? 0, maximum ?? Infinity)
}
