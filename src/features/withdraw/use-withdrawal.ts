import type { MessageDescriptor } from '@lingui/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { withdraw, withdrawAll } from '#api/contract/wallet.ts'
import type { OperationResult } from '#operations/operation-runner.ts'
import { useOperation } from '#operations/use-operation.ts'
import { amountFaultText } from '#errors/amount-faults.ts'
import { amountFault } from '#lib/money/amount-schema.ts'
import { serverNow } from '#lib/dates/clock.ts'
import { refreshBankAccounts } from '#data/session/refresh-bank-accounts.ts'
import { withdrawable, withdrawLimits, type Balances } from './withdraw-rules.ts'

const toldByLimits = new Set(['NO_BANK', 'WITHDRAW_HOLD', 'BONUS_CONDITION', 'KEY_INVALID', 'UNVERIFIED_OTP'])

export interface WithdrawOrder {
  satang: number
  /** Everything in games moves to the wallet first. */
  collects: boolean
  /** The account that is paid, by its id, where the backend knows of several. */
  bankAccount?: string
}

/**
 * Withdraws money to the bank. It remembers the balances at the time of sending, so that a wallet refetched meanwhile is not
 * reduced twice.
 */
export function useWithdrawal() {
  const queryClient = useQueryClient()
  // The refetched limits and accounts say until when it is held, what turnover is left, and above what a proof is needed.
  const onResult = (end: OperationResult<typeof withdraw | typeof withdrawAll>) => {
    if (end.status === 'failed' && toldByLimits.has(end.error.code)) void refreshBankAccounts(queryClient)
  }
  const fromWallet = useOperation(withdraw, { onResult })
  const fromAll = useOperation(withdrawAll, { onResult })
  const [order, setOrder] = useState<WithdrawOrder>()
  const [sentWith, setSentWith] = useState<Balances>()
  const [sentAt, setSentAt] = useState(0)
  const operation = order?.collects ? fromAll : fromWallet
  const { status } = operation.state
  // Refused, never arrived or put away: the next one takes from what is there by then.
  const held = status === 'idle' || status === 'failed' ? undefined : sentWith
  return {
    ...operation,
    order,
    /** When it was sent, in ms by the server's clock. */
    sentAt,
    plan: setOrder,
    /** `otpToken`: the proof that a large one needs. */
    send(balances: Balances, otpToken?: string) {
      if (!order) return
      setSentWith(balances)
      setSentAt(serverNow())
      const { satang: amount, bankAccount } = order
      const input = {
        body: {
          amount,
          ...(otpToken !== undefined && { otpToken }),
          ...(bankAccount !== undefined && { bankAccount }),
        },
      }
      void (order.collects ? fromAll.run(input) : fromWallet.run(input))
    },
    forget: () => operation.reset(),
    /** The balances afterwards in satang, with the games emptied or unchanged. */
    after(balances: Balances): Balances {
      const { wallet, games } = held ?? balances
      const { satang = 0, collects = false } = order ?? {}
      return {
        wallet: withdrawable({ wallet, games }, collects) - satang,
        games: collects ? 0 : games,
      }
    },
    /** Why it cannot be made from these balances, by the rule of its entry: they may have shrunk meanwhile. */
    fault(balances: Balances, limits: Parameters<typeof withdrawLimits>[0]): MessageDescriptor | undefined {
      if (!order) return undefined
      const bounds = withdrawLimits(limits, withdrawable(held ?? balances, order.collects))
      const fault = amountFault(order.satang, bounds)
      return fault && amountFaultText(fault, bounds)
    },
    /** The satang that move out of the games first. */
    collected: (balances: Balances): number => (order?.collects ? (held ?? balances).games : 0),
  }
}

export type Withdrawal = ReturnType<typeof useWithdrawal>
