import type { InvalidateOptions, QueryClient } from '@tanstack/react-query'
import { gameAccountKey } from '#data/game-account-key.ts'
import { limitsKey } from './limits-key.ts'
import { qrKey } from '#data/deposit/qr-queries.ts'
import { rewardsKey } from '#data/rewards/reward-queries.ts'
import { slipsKey } from '#data/deposit/slip-queries.ts'
import { withdrawLimitsQueryOptions } from '#data/site/site-config-queries.ts'
import { spinSetupQueryOptions } from '#data/rewards/spin-queries.ts'
import { statementKey } from './statement-queries.ts'
import { invalidateWallet } from './wallet-queries.ts'

/**
 * Refetches everything that money operations change, without waiting. Running calls may have an older answer, and are cancelled
 * unless `options` say otherwise.
 */
export function refreshMoney(queryClient: QueryClient, options?: InvalidateOptions): void {
  void invalidateWallet(queryClient, options)
  void queryClient.invalidateQueries({ queryKey: statementKey }, options)
  void queryClient.invalidateQueries({ queryKey: qrKey }, options)
  void queryClient.invalidateQueries({ queryKey: slipsKey }, options)
  void queryClient.invalidateQueries({ queryKey: rewardsKey }, options)
  void queryClient.invalidateQueries({ queryKey: limitsKey }, options)
  void queryClient.invalidateQueries({ queryKey: withdrawLimitsQueryOptions.queryKey }, options)
  void queryClient.invalidateQueries({ queryKey: gameAccountKey }, options)
  // The wheel and its coins, but not the coupons, which would reveal the prize before the wheel has stopped.
  void queryClient.invalidateQueries({ queryKey: spinSetupQueryOptions.queryKey }, options)
}
