import { Trans } from '@lingui/react/macro'
import { useAtomValue } from 'jotai'
import { Suspense, useState } from 'react'
import type { QrChannel } from '#api/contract/qr-channels.ts'
import { QrTime } from '#components/qr-time.tsx'
import { waitingQrsAtom } from '#data/deposit/waiting-qrs.ts'
import { Card } from '#ui/list/card.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import type { EndedQrProps } from './ended-qr.tsx'
import { NoticeRow } from './notice-row.tsx'
import styles from './notice-rows.module.css'

const EndedQr = lazyPart(
  async () => (await import('./ended-qr.tsx')).EndedQr,
  ({ closed }: EndedQrProps) => closed,
)

interface QrNoticesProps {
  onOpen: (channel: QrChannel) => void
  onStatement: () => void
  /** A modal is open over the page: no line is added, because it would move what is below. */
  covered: boolean
}

/**
 * The QRs that wait for payment, with their time left. One that has ended keeps its place until the member has opened something, so
 * that nothing moves under a finger.
 */
export function QrNotices({ covered, onOpen, onStatement }: QrNoticesProps) {
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
      {lines.map((qr) => {
        const isOpen = waiting.includes(qr)
        const open = () => onOpen(qr.channel)
        // A closed QR leads to the statement, which shows whether it was paid.
        const row = (
          <NoticeRow
            icon="qr"
            tone={isOpen ? 'sky' : 'plain'}
            title={isOpen ? <Trans>QR waiting to be paid</Trans> : <Trans>The QR is no longer open</Trans>}
            satang={qr.amount}
            onOpen={isOpen ? open : onStatement}
          >
            {isOpen && <QrTime left={qr.left} className={styles.time} />}
          </NoticeRow>
        )
        return (
          <li key={qr.qrcodeId} className={styles.notice}>
            {isOpen ? (
              row
            ) : (
              <Suspense fallback={row}>
                <EndedQr qr={qr} closed={row} onOpen={open} onStatement={onStatement} />
              </Suspense>
            )}
          </li>
        )
      })}
    </Card>
  )
}
