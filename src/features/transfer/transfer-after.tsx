import { Trans } from '@lingui/react/macro'
import { Fragment } from 'react'
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
  const holdings = [
    { code: from, held: after.from },
    { code: to, held: after.to },
  ]
  return <Afterwards sides={sides} holdings={holdings} />
}

interface AfterwardsProps {
  sides: readonly Side[]
  holdings: readonly Pick<Side, 'code' | 'held'>[]
}

/** What accounts will hold once the money has moved. */
export function Afterwards({ sides, holdings }: AfterwardsProps) {
  return (
    <Card className={styles.afterwards}>
      <p className={styles.soft}>
        <Trans>Afterwards</Trans>
      </p>
      <dl>
        {holdings.map(({ code, held }) => (
          <Fragment key={code}>
            <dt>
              <SideName code={code} sides={sides} />
            </dt>
            <dd>
              <Amount satang={held} />
            </dd>
          </Fragment>
        ))}
      </dl>
    </Card>
  )
}
