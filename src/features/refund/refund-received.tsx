import { Trans, useLingui } from '@lingui/react/macro'
import type { addRefundToWallet } from '#api/contract/refund.ts'
import type { Reply } from '#api/contract/call.ts'
import { errorText } from '#errors/catalogue.ts'
import { Amount } from '#ui/amount.tsx'
import { Button } from '#ui/button/button.tsx'
import { Outcome } from '#ui/message/outcome.tsx'

interface RefundReceivedProps {
  /** Satang, if known. */
  amount?: Reply<typeof addRefundToWallet>['refundAmount'] | undefined
  /** The site's own message. */
  words?: string
  onDone: () => void
}

export function RefundReceived({ amount, words, onDone }: RefundReceivedProps) {
  const { t } = useLingui()
  const known = errorText('REFUND_SUCCESS')
  return (
    <>
      <Outcome
        icon="check"
        tone="jade"
        title={words || (known && t(known))}
        figure={amount ? <Amount satang={amount} flow="in" /> : undefined}
      />
      <Button variant="primary" size="money" wide onClick={onDone}>
        <Trans>Done</Trans>
      </Button>
    </>
  )
}
