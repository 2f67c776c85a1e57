import { Trans } from '@lingui/react/macro'

/** The name of a bonus, or a text for its type if the backend sends only that. */
export function RewardType({ type }: { type: string }) {
  switch (type) {
    case 'limit':
      return <Trans>One-time bonus</Trans>
    case 'day':
      return <Trans>Daily bonus</Trans>
    case 'week':
      return <Trans>Weekly bonus</Trans>
    case 'promotion':
      return <Trans>Promotion</Trans>
    case 'bonus':
    case '':
      return <Trans>Bonus</Trans>
    default:
      return type
  }
}
