import { Trans } from '@lingui/react/macro'

/** What a sign-out does to the outbox. */
export const UnsentRemoved = () => (
  <Trans>If you log out, slips and messages that are not sent yet are removed.</Trans>
)
