import { useQueryClient } from '@tanstack/react-query'
import { addRefundToWallet, receiveRefund } from '#api/contract/refund.ts'
import { closeEarlierTries } from '#operations/close-earlier-tries.ts'
import { useOperation } from '#operations/use-operation.ts'
import { refundKey } from './refund-queries.ts'
import { mayPay } from './refund-rules.ts'

/**
 * Settles the losses into a refund and pays it into the wallet: two operations, the second only after the first is known to be
 * done. If it stops between them, the next try repeats both, and the backend pays the pending refund.
 */
export function useReceiveRefund() {
  const queryClient = useQueryClient()
  const lookAgain = () => void queryClient.invalidateQueries({ queryKey: refundKey })
  const paying = useOperation(addRefundToWallet, {
    onResult(end) {
      // An earlier page's first step says that this one is still to be done.
      if (end.status === 'done') closeEarlierTries(receiveRefund)
      lookAgain()
    },
  })
  const settling = useOperation(receiveRefund, {
    // The payment follows, and its result is shown.
    goesOnFrom: ['NO_REFUND'],
    tellsDone: true,
    async onResult(end) {
      if (mayPay(end)) await paying.run({})
      else lookAgain()
    },
  })
  const { state } = paying
  return {
    /** `terms`: those of the amount that is shown. */
    receive(terms: string | undefined) {
      paying.reset()
      void settling.run({ params: { terms } })
    },
    /** The operation to show: the first, then the second once it has begun. */
    operation: state.status === 'idle' ? settling : paying,
    isReceived: state.status === 'done',
    /** The amount paid, in satang, if known. */
    received: state.status === 'done' ? state.reply?.refundAmount : undefined,
  }
}

export type ReceiveRefund = ReturnType<typeof useReceiveRefund>
