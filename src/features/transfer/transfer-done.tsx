import { Trans } from '@lingui/react/macro'
import { bahtToSatang } from '#lib/money.ts'
import { Amount } from '#ui/amount.tsx'
import { Button } from '#ui/button.tsx'
import { Outcome } from '#ui/outcome.tsx'
import { SideName } from './side-name.tsx'
import type { Transfer } from './transfer-form.ts'
import type { Side } from './transfer-rules.ts'

interface TransferDoneProps {
  /** In baht, as it was sent. */
  moved: Transfer
  sides: readonly Side[]
  onClose: () => void
}

export function TransferDone({ moved, sides, onClose }: TransferDoneProps) {
  return (
    <>
      <Outcome
        icon="check"
        tone="jade"
        title={<Trans>Transferred</Trans>}
        figure={<Amount satang={bahtToSatang(moved.amount)} />}
      >
        <p>
          <SideName code={moved.from} sides={sides} /> → <SideName code={moved.to} sides={sides} />
        </p>
      </Outcome>
      <Button variant="primary" size="money" wide onClick={onClose}>
        <Trans>Done</Trans>
      </Button>
    </>
  )
}
