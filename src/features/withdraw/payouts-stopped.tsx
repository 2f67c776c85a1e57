import { Trans, useLingui } from '@lingui/react/macro'
import { Notice } from '#ui/notice.tsx'

/** The site is checking its ledger: a withdrawal leaves the wallet and waits. */
export function PayoutsStopped() {
  const { t } = useLingui()
  return (
    <Notice tone="gold" icon="clock" title={t`Withdrawals are being checked`}>
      <Trans>
        We are checking all accounts. What you withdraw waits safely and goes to your bank as soon as the
        check is over. Nothing is lost.
      </Trans>
    </Notice>
  )
}
