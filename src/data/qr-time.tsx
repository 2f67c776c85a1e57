import { Trans } from '@lingui/react/macro'
import { formatCountdown } from '#lib/countdown.ts'

const minuteMs = 60_000

/** What is left of a QR's time (ms) as `mm:ss`. A screen reader says of it only that time is short. */
export function QrTime({ left, className }: { left: number; className?: string | undefined }) {
  return (
    <>
      <span role="timer" className={className}>
        {formatCountdown(left)}
      </span>
      <output className="visually-hidden">
        {left <= minuteMs && left > 0 && <Trans>Less than one minute left</Trans>}
      </output>
    </>
  )
}
