import { Trans } from '@lingui/react/macro'
import type { BankAccount } from '#api/contract/account.ts'
import type { withdraw } from '#api/contract/wallet.ts'
import { ActNotice } from '#data/act-notice.tsx'
import type { Act } from '#data/act.ts'
import { Amount } from '#ui/amount.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Outcome } from '#ui/outcome.tsx'
import { BankLine } from './bank-line.tsx'
import styles from './withdraw-sheet.module.css'

interface WithdrawConfirmProps {
  satang: number
  /** What the wallet holds before, in satang. */
  held: number
  account: BankAccount
  act: Act<typeof withdraw>
  offline: boolean
  onConfirm: () => void
  onBack: () => void
}

export function WithdrawConfirm(props: WithdrawConfirmProps) {
  const { satang, held, account, act, offline, onConfirm, onBack } = props
  const unknown = act.state.status === 'unknown'
  return (
    <>
      <Outcome title={<Trans>You withdraw</Trans>} figure={<Amount satang={satang} />} />
      <Card as="dl" rows className={styles.facts}>
        <div>
          <dt>
            <Trans>To</Trans>
          </dt>
          <dd>
            <BankLine account={account} />
          </dd>
        </div>
        {!unknown && (
          <div>
            <dt>
              <Trans>Wallet afterwards</Trans>
            </dt>
            <dd>
              <Amount satang={Math.max(0, held - satang)} />
            </dd>
          </div>
        )}
      </Card>
      <ActNotice act={act} />
      {!unknown && (
        <Button
          variant="primary"
          size="money"
          wide
          icon="withdraw"
          loading={act.busy}
          disabled={offline && !act.busy}
          onClick={onConfirm}
        >
          <Trans>Confirm withdrawal</Trans>
        </Button>
      )}
      {offline && !act.busy && !unknown && (
        <p className={styles.reason}>
          <Trans>You are offline. You can withdraw when you are connected again.</Trans>
        </p>
      )}
      {!unknown && (
        <Button wide disabled={act.busy} onClick={onBack}>
          <Trans>Change the amount</Trans>
        </Button>
      )}
    </>
  )
}
