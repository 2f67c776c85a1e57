import { Trans } from '@lingui/react/macro'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import type { QrChannel } from '#api/contract/qr-channels.ts'
import { QrTime } from '#components/qr-time.tsx'
import { waitingQrsAtom } from '#data/deposit/waiting-qrs.ts'
import { Amount } from '#ui/amount.tsx'
import { Card } from '#ui/list/card.tsx'
import { Disc } from '#ui/art/disc.tsx'
import { Icon } from '#ui/icon.tsx'
import styles from './notice-rows.module.css'

interface QrNoticesProps {
  /** A modal is open over the page: no line is added, because it would move what is below. */
  covered: boolean
  onOpen: (channel: QrChannel) => void
}

/**
 * The QRs that wait for payment, with their time left. An expired one keeps its place until the member has opened something, so
 * that nothing moves under a finger.
 */
export function QrNotices({ covered, onOpen }: QrNoticesProps) {
  const waiting = useAtomValue(waitingQrsAtom)
  const [shown, setShown] = useState(waiting)
  const isShown = (id: string) => shown.some(({ qrcodeId }) => qrcodeId === id)
  const come = covered ? [] : waiting.filter(({ qrcodeId }) => !isShown(qrcodeId))
  if (come.length > 0) {
    const isReplaced = (channel: QrChannel) => come.some((one) => one.channel === channel)
    setShown([...shown.filter(({ channel }) => !isReplaced(channel)), ...come])
  }
  if (shown.length === 0) return null
  return (
    <Card as="ul" rows>
      {shown.map(({ qrcodeId, channel, amount }) => {
        const left = waiting.find((one) => one.qrcodeId === qrcodeId)?.left
        return (
          <li key={qrcodeId} className={styles.notice}>
            <Disc icon="qr" tone={left === undefined ? 'plain' : 'sky'} />
            <div className={styles.words}>
              <button type="button" className={styles.open} onClick={() => onOpen(channel)}>
                {left === undefined ? (
                  <Trans>The QR is no longer open</Trans>
                ) : (
                  <Trans>QR waiting to be paid</Trans>
                )}
              </button>
              <Amount satang={amount} className={styles.amount} />
            </div>
            {left !== undefined && <QrTime left={left} className={styles.time} />}
            <Icon name="next" small className={styles.next} />
          </li>
        )
      })}
    </Card>
  )
}
