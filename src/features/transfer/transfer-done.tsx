import { Trans } from '@lingui/react/macro'
import { useGoodMoment } from '#pwa/use-install.ts'
import { Amount } from '#ui/amount.tsx'
import { Button } from '#ui/button.tsx'
import { Outcome } from '#ui/outcome.tsx'
import { SideName } from './side-name.tsx'
import { everyGame, type Side } from './transfer-rules.ts'

export interface Moved {
  /** A side, or `everyGame`. */
  from: string
  to: string
  satang: number
}

interface TransferDoneProps {
  moved: Moved
  sides: readonly Side[]
  onClose: () => void
}

export function TransferDone({ moved: { from, to, satang }, sides, onClose }: TransferDoneProps) {
  useGoodMoment(satang > 0)
  return (
    <>
      <Outcome
        icon="check"
        tone="jade"
        title={satang > 0 ? <Trans>Transferred</Trans> : <Trans>There was nothing to move</Trans>}
        figure={<Amount satang={satang} />}
      >
        <p>
          {from === everyGame ? <Trans>All games</Trans> : <SideName code={from} sides={sides} />} →{' '}
          <SideName code={to} sides={sides} />
        </p>
      </Outcome>
      <Button variant="primary" size="money" wide onClick={onClose}>
        <Trans>Done</Trans>
      </Button>
    </>
  )
}
