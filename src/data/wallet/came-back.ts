import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** How a withdrawal came back to the wallet: the bank did not take it, staff refused it and asked no bank, or the member cancelled it. */
export type CameBack = 'returned' | 'refused' | 'cancelled'

export const cameBackWords: Record<CameBack, MessageDescriptor> = {
  returned: msg`The bank did not take it. The money is back in your wallet.`,
  refused: msg`Our staff did not approve it. The money is back in your wallet. To ask why, please contact us.`,
  cancelled: msg`Cancelled. The money is back in your wallet.`,
}

interface BackStep {
  isCancelled: boolean
  isRefusedByStaff?: boolean | null | undefined
}

export function backStepOf({ isCancelled, isRefusedByStaff }: BackStep): CameBack {
  if (isCancelled) return 'cancelled'
  return isRefusedByStaff ? 'refused' : 'returned'
}
