import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { withdraw, withdrawAll } from '#api/contract/wallet.ts'
import { useOperation } from '#operations/use-operation.ts'
import { withdrawLimitsQueryOptions } from '#data/site-config-queries.ts'
import { withdrawable, type Balances } from './withdraw-rules.ts'

const toldByLimits = new Set(['WITHDRAW_HOLD', 'BONUS_CONDITION', 'KEY_INVALID'])

export interface WithdrawOrder {
  satang: number
  /** Everything in games moves to the wallet first. */
  collects: boolean
}

/** Takes money out to the bank. What was held when it was sent is kept: a wallet that has moved on must not be counted down twice. */
export function useWithdrawal() {
  const queryClient = useQueryClient()
  const fromWallet = useOperation(withdraw)
  const fromAll = useOperation(withdrawAll)
  const [order, setOrder] = useState<WithdrawOrder>()
  const [sentWith, setSentWith] = useState<Balances>()
  const operation = order?.collects ? fromAll : fromWallet
  return {
    ...operation,
    order,
    plan: setOrder,
    send(balances: Balances) {
      if (!order) return
      setSentWith(balances)
      const input = { body: { amount: order.satang } }
      const sending = order.collects ? fromAll.run(input) : fromWallet.run(input)
      // Until when it is held, and what must be played first, the limits say.
      void sending.then((end) => {
        if (end.status === 'failed' && toldByLimits.has(end.error.code))
          return queryClient.invalidateQueries({ queryKey: withdrawLimitsQueryOptions.queryKey })
      })
    },
    forget() {
      operation.reset()
      setSentWith(undefined)
    },
    /** Satang in the wallet once it is done, the games empty or as they are. */
    after(balances: Balances): Balances {
      const { wallet, games } = sentWith ?? balances
      const { satang = 0, collects = false } = order ?? {}
      return {
        wallet: Math.max(0, withdrawable({ wallet, games }, collects) - satang),
        games: collects ? 0 : games,
      }
    },
    /** What moves out of the games first. */
    collected: (balances: Balances): number => (order?.collects ? (sentWith ?? balances).games : 0),
  }
}

export type Withdrawal = ReturnType<typeof useWithdrawal>
