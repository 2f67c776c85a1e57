import { Trans } from '@lingui/react/macro'
import { useGoodMoment } from '#pwa/use-install.ts'
import { Amount } from '#ui/amount.tsx'
import { Button } from '#ui/button/button.tsx'
import { Outcome } from '#ui/message/outcome.tsx'
import { AccountName } from './account-name.tsx'
import type { Account } from './transfer-rules.ts'

export interface Moved {
  /** An account, or `everyGame`. */
  from: string
  to: string
  satang: number
}

interface TransferDoneProps {
  moved: Moved
  accounts: readonly Account[]
  onClose: () => void
}

export function TransferDone({ moved: { from, to, satang }, accounts, onClose }: TransferDoneProps) {
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
          <AccountName code={from} accounts={accounts} /> → <AccountName code={to} accounts={accounts} />
        </p>
      </Outcome>
      <Button variant="primary" size="money" wide onClick={onClose}>
        <Trans>Done</Trans>
      </Button>
    </>
  )
}
