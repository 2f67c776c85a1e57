import { valibotResolver } from '@hookform/resolvers/valibot'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { FormProvider, useForm } from 'react-hook-form'
import { BankAccountFields } from '#components/bank-account-fields.tsx'
import { HolderNameControl } from '#components/holder-name-control.tsx'
import { LoadFailed } from '#components/load-failed.tsx'
import { banksQueryOptions } from '#data/site/site-config-queries.ts'
import { env } from '#lib/env.ts'
import { Field } from '#ui/form/field.tsx'
import { bankForm, type Problem, toRegistration } from '../auth-form.ts'
import { problemText } from '../auth-problems.ts'
import { useCreateAccount } from '../auth-queries.ts'
import type { RegisterDraft } from '../register-draft.ts'
import { useFormDraft } from '../use-form-draft.ts'
import { useRegisterToast } from '../use-register-toast.ts'
import { StepForm } from './step-form.tsx'

interface BankStepProps {
  draft: RegisterDraft
  inviteCode?: string
  password: string
  onKeep: (changes: Partial<RegisterDraft>) => void
  /** Also called for a step that was left meanwhile. `token` is that of a session if the member was also signed in. */
  onDone: (token?: string) => void
  /** Called if the phone's verification has expired. */
  onUnverified: () => void
  /** Called if the server refuses the password as too easy to guess. */
  onWeak: () => void
  onSignIn: () => void
}

export function BankStep(props: BankStepProps) {
  const { draft, inviteCode, password, onKeep, onDone, onUnverified, onWeak, onSignIn } = props
  const { t } = useLingui()
  const create = useCreateAccount({ onUnverified, onWeak })
  const banks = useQuery(banksQueryOptions)
  const { bankCode, firstName, lastName, bankAccountNo, currency } = draft
  const fields = useForm({
    resolver: valibotResolver(bankForm),
    defaultValues: { bankCode, firstName, lastName, bankAccountNo, currency },
  })
  const { register, handleSubmit, formState } = fields
  useFormDraft(fields, onKeep)
  const sayProblem = useRegisterToast(create.error)

  const said = (found?: string) => {
    const text = problemText(found)
    return text && t(text)
  }
  const onType = () => {
    if (!create.isPending) create.reset()
  }
  const submit = handleSubmit(
    (given) => {
      const profile = {
        name: draft.name,
        phoneNumber: draft.phoneNumber,
        password,
        confirmPassword: password,
        sourceCode: draft.sourceCode,
        inviteCode: inviteCode ?? draft.inviteCode,
      }
      // A callback of success would not be called for a step that was left, though the account is there.
      create.mutateAsync(toRegistration(profile, given, env.country, draft.otpToken)).then(
        ({ token }) => onDone(token),
        () => undefined,
      )
    },
    ({ firstName, lastName }) => {
      const wantsLatin = [firstName, lastName].some(
        (name) => name?.message === ('latin-name' satisfies Problem),
      )
      if (wantsLatin) sayProblem('BANK_ACCOUNT_NAME_ENG')
    },
  )
  const { errors } = formState

  if (banks.isError && !banks.data) {
    return (
      <LoadFailed
        card
        queries={[banks]}
        title={t`The list of banks could not be loaded`}
        offlineText={t`Check your connection and try again. What you entered is kept.`}
      />
    )
  }

  return (
    <StepForm
      title={<Trans>Your bank account</Trans>}
      text={<Trans>Withdrawals go to this account. It must be in your own name.</Trans>}
      error={create.error}
      isToasted
      submitLabel={<Trans>Register</Trans>}
      loading={create.isPending}
      onSignIn={onSignIn}
      onSubmit={(event) => void submit(event)}
    >
      <FormProvider {...fields}>
        <BankAccountFields
          onType={onType}
          renderHolder={(latin) => (
            <>
              <Field
                label={t`First name on the account`}
                error={said(errors.firstName?.message)}
                hint={latin && <Trans>In English letters, as in the bank’s app.</Trans>}
              >
                <HolderNameControl
                  autoComplete="given-name"
                  latin={latin}
                  {...register('firstName', { onChange: onType })}
                />
              </Field>
              <Field label={t`Last name on the account`} error={said(errors.lastName?.message)}>
                <HolderNameControl
                  autoComplete="family-name"
                  latin={latin}
                  {...register('lastName', { onChange: onType })}
                />
              </Field>
            </>
          )}
        />
      </FormProvider>
    </StepForm>
  )
}
