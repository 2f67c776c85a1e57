import { Trans } from '@lingui/react/macro'
import { bahtToSatang } from '#lib/money.ts'
import { Amount } from '#ui/amount.tsx'
import { Button } from '#ui/button.tsx'
import { Disc } from '#ui/disc.tsx'
import { SideName } from './side-name.tsx'
import type { Transfer } from './transfer-form.ts'
import type { Side } from './transfer-rules.ts'
import styles from './transfer-sheet.module.css'

interface TransferDoneProps {
  /** In baht, as it was sent. */
  moved: Transfer
  sides: readonly Side[]
  onClose: () => void
}

export function TransferDone({ moved, sides, onClose }: TransferDoneProps) {
  return (
    <>
      <div className={styles.figure} aria-live="polite">
        <Disc icon="check" tone="jade" size="large" />
        <b>
          <Trans>Transferred</Trans>
        </b>
        <Amount satang={bahtToSatang(moved.amount)} className={styles.sum} />
        <p className={styles.soft}>
          <SideName code={moved.from} sides={sides} /> → <SideName code={moved.to} sides={sides} />
        </p>
      </div>
      <Button variant="primary" size="money" wide onClick={onClose}>
        <Trans>Done</Trans>
      </Button>
    </>
  )
}
