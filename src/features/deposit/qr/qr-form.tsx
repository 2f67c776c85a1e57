import { valibotResolver } from '@hookform/resolvers/valibot'
import { Trans, useLingui } from '@lingui/react/macro'
import { useForm, useWatch } from 'react-hook-form'
import { amountFaultText } from '#errors/amount-faults.ts'
import { formatMoney } from '#i18n/format-money.ts'
import { typedSatang } from '#lib/amount-schema.ts'
import { formatSatang } from '#lib/money.ts'
import { AmountControl } from '#ui/amount-control.tsx'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { depositSchema, type DepositFields } from './qr-amount.ts'
import { mayCreate, type QrChannelRule } from './qr-rules.ts'
import styles from '../deposit-sheet.module.css'
import { QuickAmounts } from './quick-amounts.tsx'

interface QrFormProps {
  channel: QrChannelRule
  busy: boolean
  offline: boolean
  onCreate: (satang: number) => void
}

export function QrForm({ channel, busy, offline, onCreate }: QrFormProps) {
  const { t } = useLingui()
  const limits = { minimum: channel.minimum }
  const form = useForm<DepositFields, unknown, { amount: number }>({
    resolver: valibotResolver(depositSchema(limits)),
    defaultValues: { amount: '' },
    mode: 'onTouched',
  })
  const amount = useWatch({ control: form.control, name: 'amount' })
  const satang = typedSatang(amount)
  const fault = form.formState.errors.amount?.message
  const faultText = fault === undefined ? undefined : amountFaultText(fault, limits)
  const minimum = formatMoney(channel.minimum)
  const ready = amount.trim() !== '' && mayCreate(channel, satang)

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => void form.handleSubmit((fields) => onCreate(fields.amount))(event)}
    >
      <Field
        label={t`Amount to deposit`}
        hint={<Trans>From {minimum}</Trans>}
        error={faultText && t(faultText)}
      >
        <AmountControl placeholder="0.00" disabled={busy} {...form.register('amount')} />
      </Field>
      <QuickAmounts
        channel={channel}
        value={satang}
        disabled={busy}
        onChange={(quick) => form.setValue('amount', formatSatang(quick), { shouldValidate: true })}
      />
      <Button
        type="submit"
        variant="primary"
        size="money"
        wide
        icon="qr"
        loading={busy}
        disabled={offline || !ready}
      >
        <Trans>Create QR</Trans>
      </Button>
      {offline && (
        <p className={styles.reason}>
          <Trans>You are offline. A QR can be created when you are connected again.</Trans>
        </p>
      )}
    </form>
  )
}
