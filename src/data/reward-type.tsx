import { Trans } from '@lingui/react/macro'

/** A backend may name the bonus, or only say what kind it is. */
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
