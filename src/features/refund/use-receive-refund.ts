import { useQueryClient } from '@tanstack/react-query'
import { addRefundToWallet, receiveRefund } from '#api/contract/refund.ts'
import { useOperation } from '#operations/use-operation.ts'
import { refundKey } from './refund-queries.ts'
import { mayPay } from './refund-rules.ts'

/**
 * Settles the losses into a refund and pays it into the wallet: two operations, the second only after the first is known to be done.
 * Broken off between them, the next try does both again, and the backend pays what waits.
 */
export function useReceiveRefund() {
  const queryClient = useQueryClient()
  const lookAgain = () => void queryClient.invalidateQueries({ queryKey: refundKey })
  const paying = useOperation(addRefundToWallet, { onResult: lookAgain })
  const settling = useOperation(receiveRefund, {
    async onResult(end) {
      if (mayPay(end)) await paying.run({})
      else lookAgain()
    },
  })
  const { state } = paying
  return {
    receive() {
      paying.reset()
      void settling.run({})
    },
    /** The operation that the member is told of: the first, and the second once it has begun. */
    operation: state.status === 'idle' ? settling : paying,
    isReceived: state.status === 'done',
    /** What has been paid, in satang, where that is known. */
    received: state.status === 'done' ? state.reply?.refundAmount : undefined,
  }
}

export type ReceiveRefund = ReturnType<typeof useReceiveRefund>
