import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import type { QrChannel } from '#api/contract/qr-channels.ts'
import { QrTime } from '#components/qr-time.tsx'
import { type CountedQr, waitingQrsAtom } from '#data/deposit/waiting-qrs.ts'
import { wasPaid } from '#data/deposit/was-paid.ts'
import { statementQueryOptions } from '#data/wallet/statement-queries.ts'
import { serverTime } from '#lib/dates/clock.ts'
import { Card } from '#ui/list/card.tsx'
import { NoticeRow } from './notice-row.tsx'
import styles from './notice-rows.module.css'

interface QrActions {
  onOpen: (channel: QrChannel) => void
  onStatement: () => void
}

interface QrNoticesProps extends QrActions {
  /** A modal is open over the page: no line is added, because it would move what is below. */
  covered: boolean
}

/**
 * The QRs that wait for payment, with their time left. One that has ended keeps its place until the member has opened something, so
 * that nothing moves under a finger.
 */
export function QrNotices({ covered, ...actions }: QrNoticesProps) {
  const waiting = useAtomValue(waitingQrsAtom)
  const [shown, setShown] = useState(waiting)
  const isShown = (id: string) => shown.some(({ qrcodeId }) => qrcodeId === id)
  const come = covered ? [] : waiting.filter(({ qrcodeId }) => !isShown(qrcodeId))
  const isReplaced = (channel: QrChannel) => come.some((one) => one.channel === channel)
  // One that ends is remembered as it was last seen.
  const lines = [...shown.filter(({ channel }) => !isReplaced(channel)), ...come].map(
    (line) => waiting.find(({ qrcodeId }) => qrcodeId === line.qrcodeId) ?? line,
  )
  if (lines.some((line, at) => line !== shown[at])) setShown(lines)
  if (lines.length === 0) return null
  return (
    <Card as="ul" rows>
      {lines.map((qr) => (
        <li key={qr.qrcodeId} className={styles.notice}>
          {waiting.includes(qr) ? (
            <NoticeRow
              icon="qr"
              tone="sky"
              title={<Trans>QR waiting to be paid</Trans>}
              satang={qr.amount}
              onOpen={() => actions.onOpen(qr.channel)}
            >
              <QrTime left={qr.left} className={styles.time} />
            </NoticeRow>
          ) : (
            <EndedQr qr={qr} {...actions} />
          )}
        </li>
      ))}
    </Card>
  )
}

/** Only one that is known to be unpaid leads to the form for another, which invites to pay. */
function EndedQr({ qr: { amount, channel, seenAt }, onOpen, onStatement }: QrActions & { qr: CountedQr }) {
  const {
    data: isPaid,
    isSuccess,
    isFetchedAfterMount,
  } = useQuery({
    ...statementQueryOptions(),
    select: ({ statements }) => wasPaid(statements, amount, serverTime(seenAt)),
    staleTime: 0,
  })
  const isUnpaid = isSuccess && isFetchedAfterMount && !isPaid
  return (
    <NoticeRow
      icon={isPaid ? 'check' : 'qr'}
      tone={isPaid ? 'jade' : 'plain'}
      title={isPaid ? <Trans>Credited</Trans> : <Trans>The QR is no longer open</Trans>}
      satang={amount}
      {...(isPaid && { flow: 'in' })}
      onOpen={() => (isUnpaid ? onOpen(channel) : onStatement())}
    />
  )
}
