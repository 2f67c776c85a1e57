import { Trans } from '@lingui/react/macro'
import type { InviteTerms } from '#api/contract/invite.ts'
import { formatMoney } from '#lib/money/money.ts'
import { Notice } from '#ui/message/notice.tsx'

/** What a friend must do before the member earns. */
export function TermsOfInvite({ terms: { amount, firstDeposit, turnoverTimes } }: { terms: InviteTerms }) {
  const reward = formatMoney(amount)
  const minimum = formatMoney(firstDeposit)
  return (
    <Notice icon="gift">
      {firstDeposit > 0 ? (
        <Trans>
          You earn {reward} when a friend makes their first deposit of {minimum} or more.
        </Trans>
      ) : (
        <Trans>You earn {reward} when a friend makes their first deposit.</Trans>
      )}{' '}
      {turnoverTimes > 0 && (
        <Trans>It comes once your friend has played that deposit {turnoverTimes}× in games.</Trans>
      )}
    </Notice>
  )
}
