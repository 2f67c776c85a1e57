import type { checkRefund, receiveRefund } from '#api/contract/refund.ts'
import type { Reply } from '#api/contract/call.ts'
import type { OperationResult } from '#operations/operation-runner.ts'

export type RefundCheck = Reply<typeof checkRefund>

/** `blocked`: there is a refund, but it has to wait until the active bonus has ended. */
export function standingOf({ result, bonus }: RefundCheck): 'none' | 'blocked' | 'ready' {
  if (!result) return 'none'
  return bonus ? 'blocked' : 'ready'
}

/**
 * Whether the second step may follow the first one's result. If an earlier try stopped between the two, a backend may find
 * nothing left to settle: the pending refund is paid all the same.
 */
export function mayPay(end: OperationResult<typeof receiveRefund>): boolean {
  return end.status === 'done' || (end.status === 'failed' && end.error.code === 'NO_REFUND')
}
