import { Trans } from '@lingui/react/macro'
import { useAtomValue } from 'jotai'
import type { QrChannel } from '#api/contract/qr-channels.ts'
import { QrTime } from '#components/qr-time.tsx'
import { waitingQrsAtom } from '#data/deposit/waiting-qrs.ts'
import { QrPass, type QrPassProps } from './qr-pass.tsx'
import styles from './qr-pass.module.css'

interface QrCountdownProps extends QrPassProps {
  channel: QrChannel
  /** Ms. */
  lifetime: number
}

/** The pass of an open code, with the time left. */
export function QrCountdown({ channel, lifetime, ...pass }: QrCountdownProps) {
  const qr = useAtomValue(waitingQrsAtom).find((each) => each.channel === channel)
  const left = qr?.left ?? 0
  return (
    <QrPass
      {...pass}
      part={left / lifetime}
      aside={
        <div className={styles.time}>
          <dt>
            <Trans>Time left</Trans>
          </dt>
          <dd className={styles.figure}>
            <QrTime left={left} />
          </dd>
        </div>
      }
    />
  )
}
