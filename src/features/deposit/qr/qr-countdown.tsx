import { Trans } from '@lingui/react/macro'
import { useAtomValue } from 'jotai'
import { useState, type ReactNode } from 'react'
import type { QrChannel } from '#api/contract/qr-channels.ts'
import { QrTime } from '#data/qr-time.tsx'
import { waitingQrAtom } from '#data/waiting-qrs.ts'
import { usualLifetime } from './qr-rules.ts'
import styles from './qr-ticket.module.css'

interface QrCountdownProps {
  channel: QrChannel
  /** The content of the ring. */
  code: ReactNode
  /** The content below the clock. */
  children?: ReactNode
}

export function QrCountdown({ channel, code, children }: QrCountdownProps) {
  const left = useAtomValue(waitingQrAtom(channel))?.left ?? 0
  const [whole] = useState(() => usualLifetime(left))

  return (
    <>
      <div className={styles.code}>
        {code}
        <Ring part={left / whole} />
      </div>
      <dl className={styles.facts}>
        <div>
          <dt>
            <Trans>Time left</Trans>
          </dt>
          <dd className={styles.clock}>
            <QrTime left={left} />
          </dd>
        </div>
        {children}
      </dl>
    </>
  )
}

/** A ring around the code whose gold part, clockwise from the top, is the time left. */
function Ring({ part }: { part: number }) {
  const path =
    'M100 4H168A28 28 0 0 1 196 32V168A28 28 0 0 1 168 196H32A28 28 0 0 1 4 168V32A28 28 0 0 1 32 4Z'
  const shown = Math.min(100, Math.max(0, part * 100))
  return (
    <svg viewBox="0 0 200 200" className={styles.ring} aria-hidden>
      <path d={path} />
      <path d={path} pathLength={100} strokeDasharray={`${shown} 100`} strokeDashoffset={shown - 100} />
    </svg>
  )
}
