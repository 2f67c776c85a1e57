import { valibotResolver } from '@hookform/resolvers/valibot'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { PasswordAdvice } from '#components/password-advice.tsx'
import { newOperationKey } from '#lib/money/operation-key.ts'
import { Field } from '#ui/form/field.tsx'
import { PasswordControl } from '#ui/form/password-control.tsx'
import { TextControl } from '#ui/form/text-control.tsx'
import { newPasswordForm, type Problem } from '../auth-form.ts'
import { problemText } from '../auth-problems.ts'
import { useResetPassword } from '../auth-queries.ts'
import type { PhoneProof } from '../phone-proof.ts'
import { StepForm } from '../register/step-form.tsx'

interface NewPasswordStepProps {
  draft: PhoneProof
  /** `renewedGames`: how many games get a new password too. */
  onDone: (renewedGames?: number) => void
  /** Called to try the new password at the login, where it is unknown whether it was saved. */
  onSignIn: () => void
  /** Called if the phone's verification has expired. */
  onUnverified: () => void
}

export function NewPasswordStep({ draft, onDone, onSignIn, onUnverified }: NewPasswordStepProps) {
  const { t } = useLingui()
  const { phoneNumber, otpToken } = draft
  const { register, handleSubmit, control, formState, setError, clearErrors } = useForm({
    resolver: valibotResolver(newPasswordForm),
    defaultValues: { password: '', confirmPassword: '' },
  })
  const reset = useResetPassword({
    onUnverified,
    onWeak: () =>
      setError(
        'password',
        { type: 'server', message: 'password-weak' satisfies Problem },
        { shouldFocus: true },
      ),
  })
  const password = useWatch({ control, name: 'password' })
  // One key per password: a retry after a lost response gets the first reply instead of a refusal.
  const [attempt, setAttempt] = useState({ password: '', key: '' })
  const submit = handleSubmit(({ password: newPassword }) => {
    const isSame = attempt.password === newPassword
    const key = isSame ? attempt.key : newOperationKey()
    setAttempt({ password: newPassword, key })
    const body = { username: phoneNumber, newPassword, otpToken }
    reset.mutate({ key, body }, { onSuccess: (reply) => onDone(reply.renewedGames) })
  })
  const problem = (field: 'password' | 'confirmPassword') => {
    const text = problemText(formState.errors[field]?.message)
    return text && t(text)
  }
  const typing = (field: 'password' | 'confirmPassword') =>
    register(field, {
      onChange: () => {
        // What is on its way still leads on.
        if (!reset.isPending) reset.reset()
        clearErrors(field)
      },
    })
  const eye = { showLabel: t`Show password`, hideLabel: t`Hide password` }

  return (
    <StepForm
      title={<Trans>Choose a new password</Trans>}
      text={<Trans>All devices are logged out with it, and you are told by SMS.</Trans>}
      error={reset.error}
      unknown={
        <Trans>
          The connection was lost before the answer came. Your password may have been changed: try to log in
          with the new one.
        </Trans>
      }
      onSignIn={onSignIn}
      submitLabel={<Trans>Save the new password</Trans>}
      loading={reset.isPending}
      onSubmit={(event) => void submit(event)}
    >
      <Field label={t`Phone number`}>
        <TextControl icon="phone" type="tel" autoComplete="username" value={phoneNumber} readOnly />
      </Field>
      <Field
        label={t`New password`}
        error={problem('password')}
        hint={!problem('password') && <PasswordAdvice password={password} phone={phoneNumber} />}
      >
        <PasswordControl autoComplete="new-password" {...eye} {...typing('password')} />
      </Field>
      <Field label={t`Confirm new password`} error={problem('confirmPassword')}>
        <PasswordControl
          autoComplete="new-password"

          {...eye}
          {...typing('confirmPassword')}
        />
      </Field>
    </StepForm>
  )
}
