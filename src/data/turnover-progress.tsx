import { Trans, useLingui } from '@lingui/react/macro'
import { Amount } from '#ui/amount.tsx'
import { Progress } from '#ui/progress.tsx'

interface TurnoverProgressProps {
  /** The turnover left and in all, in satang; null or undefined if the backend does not say. */
  toPlay: number | null | undefined
  required: number | null | undefined
}

/** How much of a turnover is played; nothing where that is not known, or nothing is required. */
export function TurnoverProgress({ toPlay, required }: TurnoverProgressProps) {
  const { t } = useLingui()
  if (typeof toPlay !== 'number' || !required) return null
  const played = Math.max(0, required - toPlay)
  return (
    <Progress label={t`Played in games`} progress={Math.min(1, played / required)}>
      <Trans>
        Played <Amount satang={played} /> of <Amount satang={required} />
      </Trans>
    </Progress>
  )
}
