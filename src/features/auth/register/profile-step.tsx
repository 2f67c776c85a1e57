import { valibotResolver } from '@hookform/resolvers/valibot'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useEffectEvent } from 'react'
import { Controller, type ControllerRenderProps, useForm, useWatch } from 'react-hook-form'
import { PasswordAdvice } from '#components/password-advice.tsx'
import { sourcesQueryOptions } from '#data/site/site-config-queries.ts'
import { env } from '#lib/env.ts'
import { Field } from '#ui/form/field.tsx'
import { PasswordControl } from '#ui/form/password-control.tsx'
import { Skeleton } from '#ui/list/skeleton.tsx'
import { TextControl } from '#ui/form/text-control.tsx'
import { LazySelect } from '#ui/form/lazy-select.ts'
import { type Problem, profileForm, toValidation } from '../auth-form.ts'
import { problemText } from '../auth-problems.ts'
import { useValidateAccount } from '../auth-queries.ts'
import type { RegisterDraft } from '../register-draft.ts'
import { useFormDraft } from '../use-form-draft.ts'
import { useRegisterToast } from '../use-register-toast.ts'
import { StepForm } from './step-form.tsx'

export interface Passwords {
  password: string
  confirmPassword: string
}

interface ProfileStepProps {
  draft: RegisterDraft
  inviteCode?: string
  otpEnabled: boolean
  /** The passwords typed earlier in this visit. */
  passwords: Passwords
  onKeep: (changes: Partial<RegisterDraft>, passwords: Passwords) => void
  onNext: (changes: Partial<RegisterDraft>) => void
  /** Called if the phone's verification has expired. */
  onUnverified: () => void
  /** The server refused the password at a later step as too easy to guess. */
  isWeak: boolean
  onSignIn: (phoneNumber: string) => void
}

const form = profileForm(env.country)

export function ProfileStep(props: ProfileStepProps) {
  const { draft, inviteCode, otpEnabled, passwords, onKeep, onNext, onUnverified, isWeak, onSignIn } = props
  const { t } = useLingui()
  const fields = useForm({
    resolver: valibotResolver(form),
    defaultValues: {
      name: draft.name,
      phoneNumber: draft.phoneNumber,
      ...passwords,
      sourceCode: draft.sourceCode,
      inviteCode: inviteCode ?? draft.inviteCode,
    },
  })
  const { register, handleSubmit, control, formState, setError, clearErrors, getValues } = fields
  const weak = { type: 'server', message: 'password-weak' satisfies Problem }
  const onWeak = () => setError('password', weak, { shouldFocus: true })
  const validate = useValidateAccount({ onUnverified, onWeak })
  const returned = useEffectEvent(() => isWeak && onWeak())
  useEffect(() => void returned(), [])
  const [password, name, phone] = useWatch({ control, name: ['password', 'name', 'phoneNumber'] })
  useFormDraft(fields, ({ name, sourceCode, inviteCode: typed, password, confirmPassword }) =>
    onKeep({ name, sourceCode, inviteCode: typed }, { password, confirmPassword }),
  )
  useRegisterToast(validate.error)

  const said = (found?: string) => {
    const text = problemText(found)
    return text && t(text)
  }
  const clearOnTyping = { onChange: () => validate.reset() }
  const submit = handleSubmit((profile) =>
    validate.mutate(toValidation(profile, draft.otpToken), {
      onSuccess: () => onNext({ phoneNumber: profile.phoneNumber }),
    }),
  )
  const { errors } = formState
  const eye = { showLabel: t`Show password`, hideLabel: t`Hide password` }

  return (
    <StepForm
      title={<Trans>About you</Trans>}
      text={<Trans>You will log in with your phone number and this password.</Trans>}
      error={validate.error}
      isToasted
      submitLabel={<Trans>Continue</Trans>}
      loading={validate.isPending}
      onSignIn={() => onSignIn(getValues('phoneNumber'))}
      onSubmit={(event) => void submit(event)}
    >
      <Field label={t`Name`} error={said(errors.name?.message)}>
        <TextControl icon="user" autoComplete="name" {...register('name', clearOnTyping)} />
      </Field>
      <Field label={t`Phone number`} error={said(errors.phoneNumber?.message)}>
        <TextControl
          icon="phone"
          type="tel"
          inputMode="tel"
          autoComplete="username"
          readOnly={otpEnabled}
          {...register('phoneNumber', clearOnTyping)}
        />
      </Field>
      <Field
        label={t`Password`}
        error={said(errors.password?.message)}
        hint={!errors.password && <PasswordAdvice password={password} phone={phone} names={[name]} />}
      >
        <PasswordControl
          autoComplete="new-password"
          {...eye}
          {...register('password', {
            onChange: () => {
              validate.reset()
              clearErrors('password')
            },
          })}
        />
      </Field>
      <Field label={t`Confirm password`} error={said(errors.confirmPassword?.message)}>
        <PasswordControl
          autoComplete="new-password"
          {...eye}
          {...register('confirmPassword', clearOnTyping)}
        />
      </Field>
      <Controller
        control={control}
        name="sourceCode"
        render={({ field: { name, value, onChange } }) => (
          <SourceField name={name} value={value} onChange={onChange} />
        )}
      />
      <Field
        label={t`Invite code (optional)`}
        error={said(errors.inviteCode?.message)}
        hint={inviteCode !== undefined && <Trans>From your friend’s link.</Trans>}
      >
        <TextControl
          icon="gift"
          autoComplete="off"
          autoCapitalize="characters"
          readOnly={inviteCode !== undefined}
          {...register('inviteCode', clearOnTyping)}
        />
      </Field>
    </StepForm>
  )
}

type SourceFieldProps = Pick<ControllerRenderProps<{ sourceCode: string }>, 'name' | 'value' | 'onChange'>

/** Shows nothing where the site has no list of sources. */
function SourceField({ name, value, onChange }: SourceFieldProps) {
  const { t } = useLingui()
  const { data: sources = [] } = useQuery(sourcesQueryOptions)
  if (sources.length === 0) return null
  return (
    <Field label={t`How did you hear about us? (optional)`}>
      <Suspense fallback={<Skeleton control />}>
        <LazySelect
          name={name}
          value={value}
          onChange={onChange}
          placeholder={t`Choose`}
          options={sources.map(({ code, description }) => ({ value: code, label: description || code }))}
        />
      </Suspense>
    </Field>
  )
}
