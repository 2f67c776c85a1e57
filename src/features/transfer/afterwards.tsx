import { Trans } from '@lingui/react/macro'
import { WalletAmount } from '#components/wallet-amount.tsx'
import { AccountName } from './account-name.tsx'
import type { Account } from './transfer-rules.ts'
import styles from './transfer-sheet.module.css'

interface AfterwardsProps {
  accounts: readonly Account[]
  /** The balances of two accounts, so that they fit below an amount whatever is typed. */
  holdings: readonly [Holding, Holding]
}

interface Holding {
  /** An account, or `everyGame`. */
  code: string
  /** Satang. */
  balance: number
}

/** The accounts' balances after the money has moved. */
export function Afterwards({ accounts, holdings }: AfterwardsProps) {
  return (
    <div className={styles.afterwards}>
      <span>
        <Trans>Afterwards</Trans>
      </span>
      <dl>
        {holdings.map(({ code, balance }) => (
          <div key={code}>
            <dt>
              <AccountName code={code} accounts={accounts} />
            </dt>
            <dd>
              <WalletAmount satang={balance} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
