import { Trans } from '@lingui/react/macro'
import { useEffect, useState, type ReactNode } from 'react'
import { formatCountdown } from '#lib/countdown.ts'
import { usualLifetime } from './qr-rules.ts'
import styles from './qr-pass.module.css'
import { useRemaining } from './use-remaining.ts'

const minuteMs = 60_000

interface QrCountdownProps {
  /** Ms since 1970, by the server's clock. */
  expireIn: number
  onEnd: () => void
  /** Stands inside the ring. */
  code: ReactNode
  /** Stands below the clock. */
  children?: ReactNode
}

export function QrCountdown({ expireIn, onEnd, code, children }: QrCountdownProps) {
  const left = useRemaining(expireIn)
  const [whole] = useState(() => usualLifetime(left))
  const ended = left === 0
  useEffect(() => {
    if (ended) onEnd()
  }, [ended, onEnd])

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
            <span role="timer">{formatCountdown(left)}</span>
          </dd>
        </div>
        {children}
      </dl>
      <output className="visually-hidden">
        {left <= minuteMs && left > 0 && <Trans>Less than one minute left</Trans>}
      </output>
    </>
  )
}

/** From the middle of the upper edge around, the rest of the time in gold. */
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
