import { Trans } from '@lingui/react/macro'
import type { Activity } from './statement-rules.ts'

interface ActivityTextProps {
  activity: Activity
  /** A game's name by its code. */
  gameName: (code: string) => string
}

export function ActivityText({ activity, gameName }: ActivityTextProps) {
  switch (activity.kind) {
    case 'deposit':
      return <Trans>Deposit</Trans>
    case 'withdraw':
      return <Trans>Withdraw</Trans>
    case 'bonus':
      return <Trans>Bonus</Trans>
    case 'promotion':
      return <Trans>Promotion bonus</Trans>
    case 'invite':
      return <Trans>Invite friends bonus</Trans>
    case 'refund':
      return <Trans>Cashback</Trans>
    case 'luckydraw':
      return <Trans>Spin wheel prize</Trans>
    case 'finish_bonus':
      return <Trans>Bonus finished</Trans>
    case 'to-game': {
      const game = gameName(activity.game)
      return <Trans>Transfer to {game}</Trans>
    }
    case 'from-game': {
      const game = gameName(activity.game)
      return <Trans>Transfer back from {game}</Trans>
    }
    case 'between-games': {
      const from = gameName(activity.from)
      const to = gameName(activity.to)
      return (
        <Trans>
          Transfer from {from} to {to}
        </Trans>
      )
    }
  }
}
