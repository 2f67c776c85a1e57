import type { InvalidateOptions, QueryClient } from '@tanstack/react-query'
import { qrKey } from './qr-queries.ts'
import { rewardsKey } from './reward-queries.ts'
import { slipsKey } from './slip-queries.ts'
import { spinSetupQueryOptions } from './spin-queries.ts'
import { statementKey } from './statement-queries.ts'
import { invalidateWallet } from './wallet-queries.ts'

/**
 * Everything that may look different after money moved is asked for anew, without waiting. An answer that is on its way may be
 * older than the move, and is called off unless `options` say otherwise.
 */
export function refreshMoney(queryClient: QueryClient, options?: InvalidateOptions): void {
  void invalidateWallet(queryClient, options)
  void queryClient.invalidateQueries({ queryKey: statementKey }, options)
  void queryClient.invalidateQueries({ queryKey: qrKey }, options)
  void queryClient.invalidateQueries({ queryKey: slipsKey }, options)
  void queryClient.invalidateQueries({ queryKey: rewardsKey }, options)
  // The wheel and its coins; a coupon would tell what a spin won before the wheel has stopped.
  void queryClient.invalidateQueries({ queryKey: spinSetupQueryOptions.queryKey }, options)
}
