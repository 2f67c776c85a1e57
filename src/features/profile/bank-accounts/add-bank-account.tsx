import { valibotResolver } from '@hookform/resolvers/valibot'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FormProvider, useForm } from 'react-hook-form'
import type { InferOutput } from 'valibot'
import { toApiError } from '#api/api-error.ts'
import type { Profile } from '#api/contract/profile.ts'
import { addBankAccount } from '#api/contract/bank-account.ts'
import { BankAccountFields } from '#components/bank-account-fields.tsx'
import { HolderNameControl } from '#components/holder-name-control.tsx'
import { LoadFailed } from '#components/load-failed.tsx'
import { refreshBankAccounts } from '#data/session/refresh-bank-accounts.ts'
import { banksQueryOptions } from '#data/site/site-config-queries.ts'
import { env } from '#lib/env.ts'
import { wordsFor } from '#errors/handle-error.ts'
import { Button } from '#ui/button/button.tsx'
import { Card } from '#ui/list/card.tsx'
import { Field } from '#ui/form/field.tsx'
import { Notice } from '#ui/message/notice.tsx'
import { toast } from '#ui/message/toast.ts'
import { BankDataCode } from '../bank-data-code.tsx'
import { ChangeForm } from '../change-form.tsx'
import { useProvenChange } from '../use-proven-change.ts'
import { bankAccountForm, holderProblem } from './bank-account-form.ts'
import styles from '../account-lists.module.css'

/** Only Laos asks for a currency. */
const asked = env.country === 'LA' ? { currency: 'LAK' as const } : {}

interface AddBankAccountProps {
  profile: Profile
  onAdded: () => void
  onBack: () => void
}

type Given = InferOutput<typeof bankAccountForm>

/** Adds an account in the member's name, with a passkey or a code sent to their own phone. */
export function AddBankAccount({ profile, onAdded, onBack }: AddBankAccountProps) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const { operation, save, sendError, code, ...change } = useProvenChange(addBankAccount, {
    phoneNumber: profile.username,
    input: (given: Given, proof) => ({ body: { ...given, ...proof } }),
    async onResult({ status }) {
      if (status === 'failed') return
      await refreshBankAccounts(queryClient)
      if (status !== 'done') return
      toast({ tone: 'jade', icon: 'check', title: t`Bank account added` })
      onAdded()
    },
  })
  const banks = useQuery(banksQueryOptions)
  const form = useForm({
    resolver: valibotResolver(bankAccountForm),
    defaultValues: { bankCode: '', bankAccountName: profile.bankAccountName, bankAccountNo: '', ...asked },
  })
  const { errors, isSubmitting } = form.formState
  const busy = isSubmitting || change.busy
  const problem = holderProblem(errors.bankAccountName?.message)
  if (banks.isError && !banks.data)
    return <LoadFailed card queries={[banks]} title={t`The list of banks could not be loaded`} />
  if (code) {
    return (
      <Card className={styles.form}>
        <BankDataCode {...code} operation={operation} busy={busy} backLabel={<Trans>Go back</Trans>} />
      </Card>
    )
  }
  return (
    <Card className={styles.form}>
      <ChangeForm
        operation={{ ...operation, busy }}
        submitLabel={<Trans>Add a bank account</Trans>}
        onSubmit={form.handleSubmit((given) => save(given))}
        foot={
          <Button wide disabled={busy} onClick={onBack}>
            <Trans>Go back</Trans>
          </Button>
        }
      >
        <FormProvider {...form}>
          <BankAccountFields
            renderHolder={(latin) => (
              <Field
                label={t`Account name`}
                hint={
                  latin ? (
                    <Trans>In English letters, as in the bank’s app.</Trans>
                  ) : (
                    <Trans>It must be your own, as in the bank’s app.</Trans>
                  )
                }
                error={problem && t(problem)}
              >
                <HolderNameControl latin={latin} {...form.register('bankAccountName')} />
              </Field>
            )}
          />
        </FormProvider>
        {sendError && <Notice tone="coral">{wordsFor(toApiError(sendError))}</Notice>}
      </ChangeForm>
    </Card>
  )
}
