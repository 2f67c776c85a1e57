import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { cloneElement, type ReactElement } from 'react'
import type { CountedQr } from '#data/deposit/waiting-qrs.ts'
import { wasPaid } from '#data/deposit/was-paid.ts'
import { statementQueryOptions } from '#data/wallet/statement-queries.ts'
import { serverTime } from '#lib/dates/clock.ts'
import { NoticeRow, type NoticeRowProps } from './notice-row.tsx'

export interface EndedQrProps {
  qr: CountedQr
  /** The line of one of which no more is known. */
  closed: ReactElement<NoticeRowProps>
  onOpen: () => void
  onStatement: () => void
}

/** Only one that is known to be unpaid leads to the form for another, which invites to pay. */
export function EndedQr({ qr, closed, onOpen, onStatement }: EndedQrProps) {
  const {
    data: isPaid,
    isSuccess,
    isFetchedAfterMount,
  } = useQuery({
    ...statementQueryOptions(),
    select: ({ statements }) => wasPaid(statements, qr, serverTime(qr.seenAt)),
    staleTime: 0,
  })
  if (!isPaid) return isSuccess && isFetchedAfterMount ? cloneElement(closed, { onOpen }) : closed
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
