import type { QueryClient } from '@tanstack/react-query'
import { qrKey } from './qr-queries.ts'
import { rewardsKey } from './reward-queries.ts'
import { slipsKey } from './slip-queries.ts'
import { spinSetupQueryOptions } from './spin-queries.ts'
import { statementKey } from './statement-queries.ts'
import { invalidateWallet } from './wallet-queries.ts'

/** Everything that may look different after money moved is asked for anew, without waiting. */
export function refreshMoney(queryClient: QueryClient): void {
  void invalidateWallet(queryClient)
  void queryClient.invalidateQueries({ queryKey: statementKey })
  void queryClient.invalidateQueries({ queryKey: qrKey })
  void queryClient.invalidateQueries({ queryKey: slipsKey })
  void queryClient.invalidateQueries({ queryKey: rewardsKey })
  // The wheel and its coins; a coupon would tell what a spin won before the wheel has stopped.
  void queryClient.invalidateQueries({ queryKey: spinSetupQueryOptions.queryKey })
}
