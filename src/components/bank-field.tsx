import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, Suspense } from 'react'
import { bankName } from '#i18n/bank-name.ts'
import { Field } from '#ui/form/field.tsx'
import type { Select } from '#ui/form/select.tsx'
import { Skeleton } from '#ui/list/skeleton.tsx'
import { LazySelect } from '#ui/form/lazy-select.ts'
import { banksQueryOptions } from '#data/site/site-config-queries.ts'

interface BankFieldProps {
  /** Of the form's controller: registered before the select has loaded, so that a refused form leads to it first. */
  field: Pick<ComponentProps<typeof Select<string>>, 'name' | 'value' | 'onChange' | 'ref'>
  error: ReactNode
}

/** The choice of a bank. The form around it says if the list could not be loaded. */
export function BankField({ field: { name, value, onChange, ref }, error }: BankFieldProps) {
  const { t, i18n } = useLingui()
  const { data } = useQuery(banksQueryOptions)
  const isEmpty = data?.length === 0
  const placeholder = <Skeleton control />
  return (
    <Field
      label={t`Bank`}
      error={isEmpty ? t`No bank can be chosen right now. Please contact us.` : error}
      group={isEmpty}
    >
      {isEmpty ? null : data ? (
        <Suspense fallback={placeholder}>
          <LazySelect
            {...{ name, value, onChange, ref }}
            placeholder={t`Choose your bank`}
            options={data.map((bank) => ({
              value: bank.code,
              label: bankName(bank, i18n.locale) || bank.code,
            }))}
          />
        </Suspense>
      ) : (
        placeholder
      )}
    </Field>
  )
}
