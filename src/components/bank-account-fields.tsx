import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Controller, useController, useFormContext, useWatch } from 'react-hook-form'
import type { InferInput, ObjectSchema } from 'valibot'
import { bankAccountProblems } from '#i18n/bank-account-problems.ts'
import { env } from '#lib/env.ts'
import { lookup } from '#lib/lookup.ts'
import { needsLatinName, readAccountNo } from '#lib/payments/bank-account.ts'
import type { bankAccountEntries } from '#lib/payments/bank-account-schema.ts'
import { Field } from '#ui/form/field.tsx'
import { TextControl } from '#ui/form/text-control.tsx'
import { BankField } from './bank-field.tsx'
import { CurrencyField } from './currency-field.tsx'

type Typed = InferInput<ObjectSchema<typeof bankAccountEntries, undefined>>

interface BankAccountFieldsProps {
  /** The fields of the holder's name; `latin` where the bank wants it in English letters. */
  renderHolder: (latin: boolean) => ReactNode
  /** Called while the number is typed. */
  onType?: () => void
}

/** The fields of a bank account, in the form of the `FormProvider` around them. */
export function BankAccountFields({ renderHolder, onType }: BankAccountFieldsProps) {
  const { t } = useLingui()
  const { control, register, formState } = useFormContext<Typed>()
  const { errors } = formState
  // What a number says of its currency depends on all three.
  const bank = useController({ control, name: 'bankCode', rules: { deps: ['bankAccountNo', 'currency'] } })
  const accountNo = useWatch({ control, name: 'bankAccountNo' })
  const said = (found?: string) => {
    const text = lookup(bankAccountProblems, found)
    return text && t(text)
  }
  return (
    <>
      <BankField field={bank.field} error={said(errors.bankCode?.message)} />
      {renderHolder(needsLatinName(bank.field.value))}
      <Field
        label={t`Account number`}
        error={said(errors.bankAccountNo?.message)}
        hint={
          readAccountNo(accountNo, bank.field.value).oddLength && (
            <Trans>This bank’s numbers usually have another length. Please look once more.</Trans>
          )
        }
      >
        <TextControl
          icon="bank"
          inputMode="numeric"
          autoComplete="off"
          {...register('bankAccountNo', { onChange: onType, deps: ['currency'] })}
        />
      </Field>
      {env.country === 'LA' && (
        <Controller
          control={control}
          name="currency"
          rules={{ deps: ['bankAccountNo'] }}
          render={({ field: { value = 'LAK', onChange } }) => (
            <CurrencyField value={value} onChange={onChange} error={said(errors.currency?.message)} />
          )}
        />
      )}
    </>
  )
}
