import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { wasPaid } from '#data/deposit/was-paid.ts'
import { statementQueryOptions } from '#data/wallet/statement-queries.ts'
import { serverTime } from '#lib/dates/clock.ts'
import { ClosedQr, type EndedQrProps } from './closed-qr.tsx'
import { NoticeRow } from './notice-row.tsx'

/** Only one that is known to be unpaid leads to the form for another, which invites to pay. */
export function EndedQr({ qr, onOpen, onStatement }: EndedQrProps) {
  const {
    data: isPaid,
    isSuccess,
    isFetchedAfterMount,
  } = useQuery({
    ...statementQueryOptions(),
    select: ({ statements }) => wasPaid(statements, qr.amount, serverTime(qr.seenAt)),
    staleTime: 0,
  })
  if (isPaid) {
    return (
      <NoticeRow
        icon="check"
        tone="jade"
        title={<Trans>Credited</Trans>}
        satang={qr.amount}
        flow="in"
        onOpen={onStatement}
      />
    )
  }
  const isUnpaid = isSuccess && isFetchedAfterMount
  return <ClosedQr qr={qr} onStatement={() => (isUnpaid ? onOpen(qr.channel) : onStatement())} />
}
