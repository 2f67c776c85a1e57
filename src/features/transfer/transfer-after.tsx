import { Trans } from '@lingui/react/macro'
import { Fragment } from 'react'
import { Amount } from '#ui/amount.tsx'
import { Card } from '#ui/card.tsx'
import { AccountName } from './account-name.tsx'
import { afterTransfer, type Account } from './transfer-rules.ts'
import styles from './transfer-sheet.module.css'

interface TransferAfterProps {
  accounts: readonly Account[]
  from: string
  to: string
  satang: number | undefined
}

/** The balances of both accounts after the transfer, once they can be calculated. */
export function TransferAfter({ accounts, from, to, satang }: TransferAfterProps) {
  const account = (code: string) => accounts.find((one) => one.code === code)
  const after = afterTransfer(account(from), account(to), satang || undefined)
  if (!after) return null
  const holdings = [
    { code: from, balance: after.from },
    { code: to, balance: after.to },
  ]
  return <Afterwards accounts={accounts} holdings={holdings} />
}

interface AfterwardsProps {
  accounts: readonly Account[]
  holdings: readonly Pick<Account, 'code' | 'balance'>[]
}

/** The accounts' balances after the money has moved. */
export function Afterwards({ accounts, holdings }: AfterwardsProps) {
  return (
    <Card className={styles.afterwards}>
      <p className={styles.soft}>
        <Trans>Afterwards</Trans>
      </p>
      <dl>
        {holdings.map(({ code, balance }) => (
          <Fragment key={code}>
            <dt>
              <AccountName code={code} accounts={accounts} />
            </dt>
            <dd>
              <Amount satang={balance} />
            </dd>
          </Fragment>
        ))}
      </dl>
    </Card>
  )
}
