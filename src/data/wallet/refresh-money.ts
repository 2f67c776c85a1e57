import type { InvalidateOptions, QueryClient } from '@tanstack/react-query'
import { gameAccountKey } from '#data/game-account-key.ts'
import { limitsKey } from './limits-key.ts'
import { qrKey } from '#data/deposit/qr-queries.ts'
import { rewardsKey } from '#data/rewards/reward-queries.ts'
import { slipsKey } from '#data/deposit/slip-queries.ts'
import { withdrawLimitsQueryOptions } from '#data/site/site-config-queries.ts'
import { spinSetupQueryOptions } from '#data/rewards/spin-queries.ts'
import { statementKey } from './statement-queries.ts'
import { walletQueryOptions } from './wallet-queries.ts'

const moneyKeys = [
  walletQueryOptions.queryKey,
  statementKey,
  qrKey,
  slipsKey,
  rewardsKey,
  limitsKey,
  withdrawLimitsQueryOptions.queryKey,
  gameAccountKey,
  // The wheel and its coins, but not the coupons, which would reveal the prize before the wheel has stopped.
  spinSetupQueryOptions.queryKey,
]

/**
 * Refetches everything that money operations change, without waiting. Running calls may have an older answer, and are cancelled
 * unless `options` say otherwise.
 */
export function refreshMoney(queryClient: QueryClient, options?: InvalidateOptions): void {
  for (const queryKey of moneyKeys) void queryClient.invalidateQueries({ queryKey }, options)
}
