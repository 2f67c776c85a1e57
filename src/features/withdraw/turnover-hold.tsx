import { Trans, useLingui } from '@lingui/react/macro'
import { Amount } from '#ui/amount.tsx'
import { Notice } from '#ui/notice.tsx'

interface TurnoverHoldProps {
  /** Satang of deposits that must still be played in games. */
  toPlay: number
  /** A withdrawal was refused for it just now. */
  refused?: boolean
}

export function TurnoverHold({ toPlay, refused }: TurnoverHoldProps) {
  const { t } = useLingui()
  return (
    <Notice tone={refused ? 'coral' : 'gold'} title={t`Play before you withdraw`}>
      <Trans>
        You can withdraw once you have played <Amount satang={toPlay} /> more of your deposits in games.
      </Trans>
    </Notice>
  )
}
