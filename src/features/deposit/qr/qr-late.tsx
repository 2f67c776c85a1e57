import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { QrChannel } from '#api/contract/qr-channels.ts'
import { statementQueryOptions } from '#data/wallet/statement-queries.ts'
import { serverNow } from '#lib/dates/clock.ts'
import { useMoneyWords } from '#ui/amount.tsx'
import { SlipEntry } from '../slip-entry.tsx'
import { findLatePayment } from './qr-rules.ts'

interface QrLateProps {
  channel: QrChannel
  /** The backend's message instead of a code; mostly empty. */
  message: string
}

/** Shows a payment that came after its code expired, so that the member does not think the money is lost. */
export function QrLate({ channel, message }: QrLateProps) {
  const { t } = useLingui()
  const moneyWords = useMoneyWords()
  const { data: late } = useQuery({
    ...statementQueryOptions(),
    select: ({ statements }) => findLatePayment(statements, channel, serverNow()),
  })
  if (!late) {
    return message ? (
      <SlipEntry tone="gold" title={message}>
        <Trans>If you have paid already and the money does not arrive, upload the slip.</Trans>
      </SlipEntry>
    ) : null
  }
  const amount = moneyWords(late.amount)
  return (
    <SlipEntry tone="gold" title={t`Your payment of ${amount} has arrived`}>
      <Trans>
        It came after the QR’s time, or with another amount, so our staff check it first. The money is not
        lost. Uploading the slip helps to find it faster.
      </Trans>
    </SlipEntry>
  )
}
