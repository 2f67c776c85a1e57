import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { MoneyForm } from '#operations/money-form.tsx'
import { isOutcomeOpen, type ShownOperation } from '#operations/operation-notice.tsx'
import { Amount } from '#ui/amount.tsx'
import { FieldLock } from '#ui/field-lock.tsx'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { AccountName } from './account-name.tsx'
import { openAccounts, accountOptions } from './account-options.ts'
import { Afterwards } from './transfer-after.tsx'
import { everythingTo, walletCode, type Account } from './transfer-rules.ts'
import styles from './transfer-sheet.module.css'

interface TransferEverythingProps {
  accounts: readonly Account[]
  /** The preselected target. */
  start: string
  offline: boolean
  operation: ShownOperation
  /** It is being sent, or its outcome is unknown. */
  locked: boolean
  /** `satang`: the expected amount, as far as it is known. */
  onSubmit: (to: string, satang: number) => void
}

/** Moves everything from the games into the wallet, or the whole wallet into one game, after showing the amount. */
export function TransferEverything(props: TransferEverythingProps) {
  const { accounts, start, offline, operation, locked, onSubmit } = props
  const { t } = useLingui()
  const [to, setTo] = useState(start)
  const { sources, satang, after } = everythingTo(accounts, to)
  const name = <AccountName code={to} accounts={accounts} />
  return (
    <MoneyForm
      icon="swap"
      label={t`Transfer all`}
      operation={operation}
      disabled={satang <= 0 || to === ''}
      offlineReason={<Trans>You are offline. You can transfer when you are connected again.</Trans>}
      onSubmit={() => onSubmit(to, satang)}
    >
      <FieldLock locked={locked}>
        <Field label={t`Move everything to`}>
          <Select
            options={accountOptions(openAccounts(accounts), t`Wallet`)}
            value={to}
            onChange={setTo}
            placeholder={t`Choose an account`}
          />
        </Field>
      </FieldLock>
      {to === '' ? null : satang > 0 ? (
        <>
          <p className={styles.soft}>
            {to === walletCode ? (
              <Trans>
                Takes <Amount satang={satang} stale={offline} /> out of all games and puts it into the wallet.
              </Trans>
            ) : (
              <Trans>
                Puts the whole wallet, <Amount satang={satang} stale={offline} />, into {name}.
              </Trans>
            )}
          </p>
          {!isOutcomeOpen(operation) && (
            <Afterwards
              accounts={accounts}
              holdings={[...sources.map(({ code }) => ({ code, balance: 0 })), { code: to, balance: after }]}
            />
          )}
        </>
      ) : (
        <p className={styles.soft}>
          {to === walletCode ? <Trans>No game holds money.</Trans> : <Trans>The wallet is empty.</Trans>}
        </p>
      )}
    </MoneyForm>
  )
}
