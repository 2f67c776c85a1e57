import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Slip } from '#api/contract/statement.ts'
import { useMoneyWatch } from '#data/wallet/money-watch.ts'
import { refreshMoney } from '#data/wallet/refresh-money.ts'
import { slipsQueryOptions } from '#data/deposit/slip-queries.ts'
import { slipReasonText } from '#errors/slip-reasons.ts'
import { Amount } from '#ui/amount.tsx'
import { Button } from '#ui/button/button.tsx'
import { Outcome } from '#ui/message/outcome.tsx'
import { NotificationsOffer } from '../notifications-offer.tsx'

interface SlipReceivedProps {
  reference: string
  /** Starts over, with another picture. */
  onAgain: () => void
  onClose: () => void
  onStatus: () => void
}

/** The slip was received; the result of its check shows as soon as it is known. */
export function SlipReceived({ reference, onAgain, onClose, onStatus }: SlipReceivedProps) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  // After a lost response the reference is unknown, and another slip without a reference must not count as this one.
  const isThis = (one: { reference: string }) => reference !== '' && one.reference === reference
  const { data: slip } = useQuery({
    ...slipsQueryOptions(),
    select: ({ slips }) => slips.find(isThis),
  })
  const status = slip && isDecided(slip) ? slip.status : 'PROCESSING'
  useMoneyWatch(status === 'PROCESSING')
  useEffect(() => {
    if (status === 'SUCCESS') refreshMoney(queryClient)
  }, [status, queryClient])
  return (
    <>
      <div aria-live="polite">
        <Result slip={slip} status={status} />
      </div>
      <Button variant="primary" size="money" wide onClick={status === 'FAILED' ? onAgain : onClose}>
        {status === 'FAILED' ? t`Choose another picture` : t`Done`}
      </Button>
      <Button wide icon="receipt" onClick={onStatus}>
        {t`Uploaded slips`}
      </Button>
      {status !== 'FAILED' && <NotificationsOffer />}
    </>
  )
}

const isDecided = ({ status }: Slip) => status === 'SUCCESS' || status === 'FAILED'

function Result({ slip, status }: { slip: Slip | undefined; status: string }) {
  const { t } = useLingui()
  if (slip && status === 'SUCCESS') {
    // The bank or another slip reported this transfer first, so nothing was credited again.
    const wasCreditedBefore = slip.creditedAt !== undefined && slip.creditedAt < slip.createdAt
    if (wasCreditedBefore) {
      return (
        <Outcome
          icon="check"
          tone="sky"
          title={<Trans>Already in your wallet</Trans>}
          figure={<Amount satang={slip.amount} />}
        >
          <p>
            <Trans>This transfer was credited before the slip came. It counts once.</Trans>
          </p>
        </Outcome>
      )
    }
    return (
      <Outcome
        icon="check"
        tone="jade"
        title={<Trans>Credited</Trans>}
        figure={slip.amount > 0 && <Amount satang={slip.amount} flow="in" />}
      />
    )
  }
  if (slip && status === 'FAILED') {
    const reason = slipReasonText(slip.note)
    return (
      <Outcome icon="alert" tone="coral" title={<Trans>The slip was not accepted</Trans>}>
        <p>{reason ? t(reason) : slip.note}</p>
      </Outcome>
    )
  }
  return (
    <Outcome icon="clock" tone="sky" title={<Trans>The slip has arrived</Trans>}>
      <p>
        <Trans>It is being checked, which takes about a minute. You can close this: nothing is lost.</Trans>
      </p>
    </Outcome>
  )
}
