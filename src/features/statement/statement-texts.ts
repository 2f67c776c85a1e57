import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Statement } from '#api/contract/statement.ts'
import { backStepOf, cameBackWords } from '#data/wallet/came-back.ts'
import type { RowOutcome } from '#data/wallet/statement-outcome.ts'
import { TRUE_WALLET } from '#lib/payments/true-wallet.ts'
import type { StatementKind } from './statement-filter.ts'
import { type RowActivity, isTakenBack } from './statement-rules.ts'

const plain = {
  deposit: msg`Deposit`,
  withdraw: msg`Withdraw`,
  bonus: msg`Bonus`,
  promotion: msg`Promotion bonus`,
  invite: msg`Invite bonus`,
  refund: msg`Cashback`,
  luckydraw: msg`Spin wheel prize`,
  finish_bonus: msg`Bonus finished`,
  'taken-back': msg`Bonus taken back`,
  other: msg`Other entry`,
}

/** What happened, as a text. `gameName` returns a game's name by its code. */
export function activityText(activity: RowActivity, gameName: (code: string) => string): MessageDescriptor {
  switch (activity.kind) {
    case 'to-game': {
      const game = gameName(activity.game)
      return msg`Transfer to ${game}`
    }
    case 'from-game': {
      const game = gameName(activity.game)
      return msg`Transfer back from ${game}`
    }
    case 'between-games': {
      const from = gameName(activity.from)
      const to = gameName(activity.to)
      return msg`Transfer from ${from} to ${to}`
    }
    default:
      return plain[activity.kind]
  }
}

export const outcomeTexts: Record<RowOutcome, MessageDescriptor> = {
  done: msg`Success`,
  failed: msg`Failed`,
  waiting: msg`Processing`,
}

const endedBefore = msg`It ended before its requirement was met.`
const notMoved = msg`Nothing was moved.`

/** An additional explanation: why it failed, or what it is waiting for. */
export function noteText(row: Statement, outcome: RowOutcome): MessageDescriptor | undefined {
  const { statementType, from, amount, withdrawal } = row
  if (outcome === 'waiting' && statementType === 'deposit') {
    if (from === TRUE_WALLET && amount === 0)
      return msg`The gift link is being opened. What is in it goes into your wallet.`
    return msg`Our staff are checking this payment. The money is not lost.`
  }
  if (isTakenBack(row)) return outcome === 'failed' ? notMoved : endedBefore
  if (outcome !== 'failed') return undefined
  switch (statementType) {
    case 'withdraw':
      if (withdrawal?.isForGames) return msg`The games did not pay. The money is back in your wallet.`
      return cameBackWords[backStepOf({ ...withdrawal, isCancelled: withdrawal?.isCancelled === true })]
    case 'deposit':
      return from === TRUE_WALLET
        ? msg`There was nothing in the gift link. Please create a new gift and send its link.`
        : msg`The payment was not accepted. Please contact us.`
    case 'transfer':
      return notMoved
    case 'finish_bonus':
      return endedBefore
    default:
      return undefined
  }
}

export const kindTexts: Record<StatementKind, MessageDescriptor> = {
  deposit: msg`Deposits`,
  withdraw: msg`Withdrawals`,
  transfer: msg`Transfers`,
  bonus: msg`Bonus`,
}
