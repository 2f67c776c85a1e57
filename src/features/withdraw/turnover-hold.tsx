import { Trans, useLingui } from '@lingui/react/macro'
import { Amount } from '#ui/amount.tsx'
import { Notice } from '#ui/notice.tsx'

interface TurnoverHoldProps {
  /** The turnover left on deposits, in satang. */
  toPlay: number
  /** A withdrawal was just refused for it. */
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
