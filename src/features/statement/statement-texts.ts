import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { StatementKind } from '#data/statement-queries.ts'
import type { Activity, Outcome } from './statement-rules.ts'

const plain = {
  deposit: msg`Deposit`,
  withdraw: msg`Withdraw`,
  bonus: msg`Bonus`,
  promotion: msg`Promotion bonus`,
  invite: msg`Invite friends bonus`,
  refund: msg`Cashback`,
  luckydraw: msg`Spin wheel prize`,
  finish_bonus: msg`Bonus finished`,
}

/** What happened, in words. `gameName` gives a game's name by its code. */
export function activityText(activity: Activity, gameName: (code: string) => string): MessageDescriptor {
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

export const outcomeTexts: Record<Outcome, MessageDescriptor> = {
  done: msg`Success`,
  failed: msg`Failed`,
  waiting: msg`Processing`,
}

export const kindTexts: Record<StatementKind, MessageDescriptor> = {
  deposit: msg`Deposits`,
  withdraw: msg`Withdrawals`,
  transfer: msg`Transfers`,
  bonus: msg`Bonus`,
}
