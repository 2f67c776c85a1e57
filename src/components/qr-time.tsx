import { Trans } from '@lingui/react/macro'
import { formatCountdown } from '#lib/dates/countdown.ts'

const minuteMs = 60_000

/** The time left of a QR (ms) as `mm:ss`. Screen readers announce only that little time is left. */
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
