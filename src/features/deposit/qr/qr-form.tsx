import { valibotResolver } from '@hookform/resolvers/valibot'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { WalletAmount } from '#components/wallet-amount.tsx'
import { amountFaultText } from '#errors/amount-faults.ts'
import { MoneyForm } from '#operations/money-form.tsx'
import { isRefused, type ShownOperation } from '#operations/operation-notice.tsx'
import { type AmountFields, amountForm, type AmountLimits, typedSatang } from '#lib/money/amount-schema.ts'
import { formatMoney, formatSatang } from '#lib/money/money.ts'
import { AmountControl } from '#ui/form/amount-control.tsx'
import { Field } from '#ui/form/field.tsx'
import { mayCreate, type QrChannelRule } from './qr-rules.ts'
import { QuickAmounts } from './quick-amounts.tsx'

export interface TypedAmount {
  /** The typed amount, shared by all channels. */
  amount: string
  onAmount: (text: string) => void
}

interface QrFormProps extends TypedAmount {
  channel: QrChannelRule
  operation: ShownOperation
  /** What the wallet holds now, in satang, where it is known. */
  held: number | undefined
  onCreate: (satang: number) => void
}

export function QrForm({ channel, operation, held, onCreate, amount: typed, onAmount }: QrFormProps) {
  const { t } = useLingui()
  const limits: AmountLimits = channel
  const form = useForm<AmountFields, unknown, { amount: number }>({
    resolver: valibotResolver(amountForm(limits)),
    defaultValues: { amount: typed },
    mode: 'onTouched',
  })
  const amount = useWatch({ control: form.control, name: 'amount' })
  useEffect(() => onAmount(amount), [amount, onAmount])
  const satang = typedSatang(amount)
  const [requested, setRequested] = useState<number>()
  const faultText = amountFaultText(form.formState.errors.amount?.message, limits)
  const minimum = formatMoney(channel.minimum)
  const maximum = channel.maximum !== undefined && formatMoney(channel.maximum)
  const isHeld = operation.busy || operation.state.status === 'unknown'
  const isInLimits =
    satang !== undefined && satang >= channel.minimum && satang <= (channel.maximum ?? Infinity)
  const isVoid = isRefused(operation) && satang === requested
  const after = isInLimits && !isVoid && held !== undefined ? held + satang : undefined

  return (
    <MoneyForm
      icon="qr"
      label={<Trans>Create QR</Trans>}
      operation={operation}
      mayRepeat
      disabled={!mayCreate(channel, amount)}
      offlineReason={<Trans>You are offline. A QR can be created when you are connected again.</Trans>}
      onSubmit={form.handleSubmit((fields) => {
        setRequested(fields.amount)
        onCreate(fields.amount)
      })}
    >
      <Field
        label={t`Amount to deposit`}
        aside={t(channel.label)}
        fixed
        hint={
          after !== undefined ? (
            <Trans>
              Wallet after the deposit: <WalletAmount satang={after} />
            </Trans>
          ) : maximum ? (
            <Trans>
              From {minimum} to {maximum} at a time
            </Trans>
          ) : (
            <Trans>From {minimum}</Trans>
          )
        }
        error={faultText && t(faultText)}
      >
        <AmountControl large placeholder="0.00" readOnly={isHeld} {...form.register('amount')} />
      </Field>
      <QuickAmounts
        channel={channel}
        value={satang}
        disabled={isHeld}
        onChange={(quick) => form.setValue('amount', formatSatang(quick), { shouldValidate: true })}
      />
    </MoneyForm>
  )
}
