import { valibotResolver } from '@hookform/resolvers/valibot'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { amountFaultText } from '#errors/amount-faults.ts'
import { typedSatang } from '#lib/money/amount-schema.ts'
import { formatMoney } from '#lib/money/money.ts'
import { MoneyForm } from '#operations/money-form.tsx'
import { isOutcomeOpen, type ShownOperation } from '#operations/operation-notice.tsx'
import { AmountControl } from '#ui/form/amount-control.tsx'
import { Field } from '#ui/form/field.tsx'
import { FieldLock } from '#ui/form/field-lock.tsx'
import { AccountPair } from './account-pair.tsx'
import { Afterwards } from './afterwards.tsx'
import { transferSchema, type Transfer, type TransferFields } from './transfer-form.ts'
import { afterTransfer, startingAccounts, transferLimits, type Account } from './transfer-rules.ts'
import styles from './transfer-sheet.module.css'

interface TransferEntryProps {
  accounts: readonly Account[]
  from?: string
  operation: ShownOperation
  /** It is being sent, or its outcome is unknown. */
  locked: boolean
  onSubmit: (fields: Transfer) => void
}

export function TransferEntry(props: TransferEntryProps) {
  const { accounts, operation, locked, onSubmit } = props
  const { t } = useLingui()
  const [start] = useState(() => ({ ...startingAccounts(accounts, props.from), amount: '' }))
  const form = useForm<TransferFields, unknown, Transfer>({
    resolver: valibotResolver(transferSchema(accounts)),
    // Shows the errors of accounts and amount together.
    criteriaMode: 'all',
    defaultValues: start,
    mode: 'onTouched',
  })
  const { control, formState, setValue } = form
  const [from, to, amount] = useWatch({ control, name: ['from', 'to', 'amount'] })
  const account = (code: string) => accounts.find((one) => one.code === code)
  const balance = account(from)?.balance ?? 0
  const after = afterTransfer(account(from), account(to), typedSatang(amount) || undefined)
  const limits = transferLimits(accounts, from)
  const faultText = amountFaultText(formState.errors.amount?.message, limits)
  const minimum = formatMoney(limits.minimum)

  return (
    <MoneyForm
      icon="swap"
      label={t`Transfer`}
      operation={operation}
      offlineReason={<Trans>You are offline. You can transfer when you are connected again.</Trans>}
      onSubmit={form.handleSubmit(onSubmit)}
    >
      <FieldLock className={styles.form} locked={locked}>
        <Field
          label={t`Amount to transfer`}
          fixed
          hint={
            !isOutcomeOpen(operation) &&
            (after ? (
              <Afterwards
                accounts={accounts}
                holdings={[
                  { code: from, balance: after.from },
                  { code: to, balance: after.to },
                ]}
              />
            ) : (
              <Trans>From {minimum}</Trans>
            ))
          }
          error={faultText && t(faultText)}
        >
          <AmountControl
            large
            placeholder="0.00"
            all={{
              label: t`All`,
              satang: balance,
              onFill: (text) => setValue('amount', text, { shouldValidate: true }),
            }}
            {...form.register('amount')}
          />
        </Field>
        <AccountPair form={form} accounts={accounts} />
      </FieldLock>
    </MoneyForm>
  )
}
