import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { statementQueryOptions } from '#data/wallet/statement-queries.ts'
import { Amount } from '#ui/amount.tsx'
import { Button } from '#ui/button/button.tsx'
import { Outcome } from '#ui/message/outcome.tsx'
import { NotificationsOffer } from '../notifications-offer.tsx'
import { giftOutcome, type GiftOutcome } from './wallet-rules.ts'

interface GiftSentProps {
  /** When the link was sent, in ms by the server's clock. */
  sentAt: number
  onDone: () => void
  onAgain: () => void
}

/** The link was received; its amount shows as soon as it has been opened. */
export function GiftSent({ sentAt, onDone, onAgain }: GiftSentProps) {
  const { data } = useQuery({
    ...statementQueryOptions(),
    select: ({ statements }) => giftOutcome(statements, sentAt),
    staleTime: 0,
  })
  const shown: GiftOutcome = data ?? { outcome: 'waiting', satang: 0 }
  return (
    <>
      <div aria-live="polite">
        <Result {...shown} />
      </div>
      <Button variant="primary" size="money" wide onClick={onDone}>
        <Trans>Done</Trans>
      </Button>
      <Button wide onClick={onAgain}>
        <Trans>Send another link</Trans>
      </Button>
      {shown.outcome !== 'failed' && <NotificationsOffer />}
    </>
  )
}

function Result({ outcome, satang }: GiftOutcome) {
  if (outcome === 'done') {
    return (
      <Outcome
        icon="check"
        tone="jade"
        title={<Trans>Credited</Trans>}
        figure={<Amount satang={satang} flow="in" />}
      />
    )
  }
  if (outcome === 'failed') {
    return (
      <Outcome icon="gift" tone="coral" title={<Trans>There was nothing in the gift</Trans>}>
        <p>
          <Trans>
            It was empty, or somebody has opened it already. Please create a new gift and send its link.
          </Trans>
        </p>
      </Outcome>
    )
  }
  return (
    <Outcome icon="clock" tone="sky" title={<Trans>Gift link received</Trans>}>
      <p>
        <Trans>The money is in your wallet as soon as the gift has been opened.</Trans>
      </p>
    </Outcome>
  )
}
