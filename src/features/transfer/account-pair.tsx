import { useLingui } from '@lingui/react/macro'
import { memo, useCallback, useMemo } from 'react'
import { useController, useFormState, useWatch, type UseFormReturn } from 'react-hook-form'
import { WalletAmount } from '#components/wallet-amount.tsx'
import { Field } from '#ui/form/field.tsx'
import { IconButton } from '#ui/button/icon-button.tsx'
import { lookup } from '#lib/lookup.ts'
import { Select } from '#ui/form/select.tsx'
import { openAccounts, accountOptions } from './account-options.ts'
import { accountFaults, type Transfer, type TransferFields } from './transfer-form.ts'
import type { Account } from './transfer-rules.ts'
import styles from './transfer-sheet.module.css'

interface AccountPairProps {
  form: UseFormReturn<TransferFields, unknown, Transfer>
  accounts: readonly Account[]
}

/** The source and the target account, and a button that swaps them. */
export const AccountPair = memo(function AccountPair({ form, accounts }: AccountPairProps) {
  const { t } = useLingui()
  const { control, setValue, getValues } = form
  const { errors } = useFormState({ control, name: ['from', 'to'] })
  const [from, to] = useWatch({ control, name: ['from', 'to'] })
  const wallet = t`Wallet`
  const [sources, targets] = useMemo(
    () => [accountOptions(accounts, wallet), accountOptions(openAccounts(accounts), wallet)],
    [accounts, wallet],
  )
  const choose = useCallback(
    (name: 'from' | 'to', code: string) => {
      setValue(name, code, { shouldTouch: true })
      void form.trigger(form.formState.isSubmitted ? undefined : ['from', 'to'])
    },
    [form, setValue],
  )
  const swap = () => {
    const turned = getValues()
    setValue('from', turned.to)
    setValue('to', targets.some(({ value }) => value === turned.from) ? turned.from : '')
    if (form.formState.isSubmitted || form.getFieldState('amount').isTouched) void form.trigger()
  }
  const common = { onChoose: choose, control }
  const balance = (code: string) => accounts.find((account) => account.code === code)?.balance
  return (
    <div className={styles.pair}>
      <AccountChoice
        {...common}
        name="from"
        options={sources}
        label={t`From`}
        value={from}
        balance={balance(from)}
        fault={errors.from?.message}
      />
      <IconButton icon="swap" variant="filled" label={t`Swap the two`} onClick={swap} />
      <AccountChoice
        {...common}
        name="to"
        options={targets}
        label={t`To`}
        value={to}
        balance={balance(to)}
        fault={errors.to?.message}
      />
    </div>
  )
})

interface AccountChoiceProps extends Pick<AccountPairProps['form'], 'control'> {
  name: 'from' | 'to'
  label: string
  options: ReturnType<typeof accountOptions>
  value: string
  /** In satang. */
  balance: number | undefined
  fault: string | undefined
  onChoose: (name: 'from' | 'to', code: string) => void
}

/** A menu is expensive to render on slow phones, so unrelated taps do not re-render it. */
const AccountChoice = memo(function AccountChoice(props: AccountChoiceProps) {
  const { control, name, label, options, value, balance, fault, onChoose } = props
  const { t } = useLingui()
  const {
    field: { ref },
  } = useController({ control, name })
  const words = lookup(accountFaults, fault)
  return (
    <Field
      label={label}
      aside={balance !== undefined && <WalletAmount satang={balance} />}
      error={words && t(words)}
    >
      <Select
        ref={ref}
        options={options}
        value={value}
        onChange={(code) => onChoose(name, code)}
        placeholder={t`Choose an account`}
      />
    </Field>
  )
})
