import { Trans } from '@lingui/react/macro'
import { useAtomValue } from 'jotai'
import { Suspense, useState } from 'react'
import type { QrChannel } from '#api/contract/qr-channels.ts'
import { QrTime } from '#components/qr-time.tsx'
import { waitingQrsAtom } from '#data/deposit/waiting-qrs.ts'
import { Card } from '#ui/list/card.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { ClosedQr, type EndedQrProps } from './closed-qr.tsx'
import { NoticeRow } from './notice-row.tsx'
import styles from './notice-rows.module.css'

const EndedQr = lazyPart(async () => (await import('./ended-qr.tsx')).EndedQr, ClosedQr)

interface QrNoticesProps extends Omit<EndedQrProps, 'qr'> {
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
            <Suspense fallback={<ClosedQr qr={qr} {...actions} />}>
              <EndedQr qr={qr} {...actions} />
            </Suspense>
          )}
        </li>
      ))}
    </Card>
  )
}
