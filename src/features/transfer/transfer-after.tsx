import { Trans } from '@lingui/react/macro'
import { Amount } from '#ui/amount.tsx'
import { Card } from '#ui/card.tsx'
import { SideName } from './side-name.tsx'
import { afterTransfer, type Side } from './transfer-rules.ts'
import styles from './transfer-sheet.module.css'

interface TransferAfterProps {
  sides: readonly Side[]
  from: string
  to: string
  satang: number | undefined
}

/** What both accounts will hold, as soon as that can be said. */
export function TransferAfter({ sides, from, to, satang }: TransferAfterProps) {
  const side = (code: string) => sides.find((one) => one.code === code)
  const after = afterTransfer(side(from), side(to), satang || undefined)
  if (!after) return null
  return (
    <Card className={styles.afterwards}>
      <p className={styles.soft}>
        <Trans>Afterwards</Trans>
      </p>
      <dl>
        <dt>
          <SideName code={from} sides={sides} />
        </dt>
        <dd>
          <Amount satang={after.from} />
        </dd>
        <dt>
          <SideName code={to} sides={sides} />
        </dt>
        <dd>
          <Amount satang={after.to} />
        </dd>
      </dl>
    </Card>
  )
}
