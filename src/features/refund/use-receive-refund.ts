import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { addRefundToWallet, receiveRefund } from '#api/contract/refund.ts'
import type { OperationResult } from '#operations/operation-runner.ts'
import { useOperation } from '#operations/use-operation.ts'
import { refundKey } from './refund-queries.ts'
import { mayPay } from './refund-rules.ts'

/**
 * Settles the losses into a refund and pays it into the wallet: two operations, the second only after the first is known to be done.
 * Broken off between them, the next try does both again, and the backend pays what waits.
 */
export function useReceiveRefund() {
  const queryClient = useQueryClient()
  const settling = useOperation(receiveRefund)
  const paying = useOperation(addRefundToWallet)
  const [step, setStep] = useState<'settle' | 'pay'>('settle')

  const lookAgain = () => void queryClient.invalidateQueries({ queryKey: refundKey })
  const pay = async () => {
    setStep('pay')
    await paying.run({})
    lookAgain()
  }
  const goOn = async (end: OperationResult<typeof receiveRefund>) => {
    if (mayPay(end)) await pay()
    else lookAgain()
    return end
  }
  const receive = async () => {
    paying.reset()
    setStep('settle')
    await goOn(await settling.run({}))
  }
  return {
    receive,
    /** The operation that the member is told of: the first, and the second once it has begun. */
    operation:
      step === 'settle' ? { ...settling, recheck: async () => goOn(await settling.recheck()) } : paying,
    busy: settling.busy || paying.busy,
    isReceived: paying.state.status === 'done',
    /** What has been paid, in satang, where that is known. */
    received: paying.state.status === 'done' ? paying.state.reply?.refundAmount : undefined,
  }
}

export type ReceiveRefund = ReturnType<typeof useReceiveRefund>
