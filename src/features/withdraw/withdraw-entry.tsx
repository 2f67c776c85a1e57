import { valibotResolver } from '@hookform/resolvers/valibot'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, type ReactNode } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { WalletAmount } from '#components/wallet-amount.tsx'
import { amountFaultText } from '#errors/amount-faults.ts'
import { type AmountFields, amountForm, type AmountLimits, typedSatang } from '#lib/money/amount-schema.ts'
import { formatMoney, formatSatang } from '#lib/money/money.ts'
import { MoneyForm } from '#operations/money-form.tsx'
import { noOperation } from '#operations/operation-notice.tsx'
import { AmountControl } from '#ui/form/amount-control.tsx'
import { Field } from '#ui/form/field.tsx'
import { maxWithdrawable } from './withdraw-rules.ts'

interface WithdrawEntryProps {
  limits: AmountLimits
  /** What can be withdrawn. */
  balance: ReactNode
  /** The initial amount in satang, when the member returns to change it. */
  initial?: number
  /** Why nothing can be withdrawn for now; `true` where that is said above. */
  held: ReactNode
  /** The account's id is not known: an amount can be typed, but not sent. */
  isUnnamed: boolean
  /** The id is being fetched. */
  isWaiting: boolean
  onSubmit: (satang: number) => void
  /** Where the money goes. */
  children: ReactNode
}

export function WithdrawEntry(props: WithdrawEntryProps) {
  const { limits, balance, initial, held, isUnnamed, isWaiting, onSubmit, children } = props
  const { t } = useLingui()
  const form = useForm<AmountFields, unknown, { amount: number }>({
    resolver: valibotResolver(amountForm(limits)),
    defaultValues: { amount: initial === undefined ? '' : formatSatang(initial) },
    mode: 'onTouched',
  })
  const satang = typedSatang(useWatch({ control: form.control, name: 'amount' }))
  const faultText = amountFaultText(form.formState.errors.amount?.message, limits)
  const available = limits.available ?? 0
  const leaves = satang !== undefined && satang >= limits.minimum && satang <= available
  const minimum = formatMoney(limits.minimum)
  const maximum = formatMoney(limits.maximum ?? 0)
  const disabled = Boolean(held)

  // Including or excluding the games changes the limit, so the amount is validated again.
  const { trigger, formState } = form
  const seen = formState.isSubmitted || formState.touchedFields.amount === true
  useEffect(() => {
    if (seen && available > 0) void trigger('amount')
  }, [available, seen, trigger])

  return (
    <MoneyForm
      icon="withdraw"
      label={t`Continue`}
      operation={{ ...noOperation, id: 'withdraw', busy: isWaiting }}
      disabled={held || isUnnamed}
      offlineReason={<Trans>You are offline. You can withdraw when you are connected again.</Trans>}
      onSubmit={form.handleSubmit((fields) => onSubmit(fields.amount))}
    >
      <Field
        label={t`Amount to withdraw`}
        aside={balance}
        fixed
        hint={
          leaves ? (
            <Trans>
              Left in the wallet afterwards: <WalletAmount satang={available - satang} />
            </Trans>
          ) : (
            <Trans>
              From {minimum} to {maximum} at a time
            </Trans>
          )
        }
        error={faultText && t(faultText)}
      >
        <AmountControl
          large
          placeholder="0.00"
          disabled={disabled}
          autoFocus={initial !== undefined}
          all={{
            label: t`All`,
            satang: maxWithdrawable(limits),
            disabled,
            onFill: (text) => form.setValue('amount', text, { shouldValidate: true }),
          }}
          {...form.register('amount')}
        />
      </Field>
      {children}
    </MoneyForm>
  )
}
