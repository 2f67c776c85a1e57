import { Trans, useLingui } from '@lingui/react/macro'
import { Amount, useAmountPrivacy } from '#ui/amount.tsx'
import { Progress } from '#ui/message/progress.tsx'

interface TurnoverProgressProps {
  /** The turnover left and in all, in satang; null or undefined if the backend does not say. */
  toPlay: number | null | undefined
  required: number | null | undefined
  /** The figures are out of date. */
  stale: boolean
}

/** How much of a turnover is played; nothing where that is not known, or nothing is required. */
export function TurnoverProgress({ toPlay, required, stale }: TurnoverProgressProps) {
  const { t } = useLingui()
  const { hidden } = useAmountPrivacy()
  if (typeof toPlay !== 'number' || !required) return null
  const played = Math.max(0, required - toPlay)
  return (
    <Progress label={t`Played in games`} progress={hidden ? undefined : Math.min(1, played / required)}>
      <Trans>
        Played <Amount satang={played} stale={stale} /> of <Amount satang={required} stale={stale} />
      </Trans>
    </Progress>
  )
}
