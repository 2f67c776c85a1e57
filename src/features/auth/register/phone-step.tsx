import { valibotResolver } from '@hookform/resolvers/valibot'
import { Trans, useLingui } from '@lingui/react/macro'
import { useForm } from 'react-hook-form'
import { useSendOtp } from '#data/otp-queries.ts'
import { serverNow } from '#lib/clock.ts'
import { env } from '#lib/env.ts'
import { Field } from '#ui/field.tsx'
import { TextControl } from '#ui/text-control.tsx'
import { phoneForm } from '../auth-form.ts'
import { problemText } from '../auth-problems.ts'
import type { Step } from '../auth-rules.ts'
import type { RegisterDraft } from '../register-draft.ts'
import { StepForm } from './step-form.tsx'

interface PhoneStepProps {
  draft: RegisterDraft
  otpEnabled: boolean
  onNext: (next: Step, news: Partial<RegisterDraft>) => void
}

const form = phoneForm(env.country)

export function PhoneStep({ draft, otpEnabled, onNext }: PhoneStepProps) {
  const { t } = useLingui()
  const send = useSendOtp()
  const { register, handleSubmit, formState } = useForm({
    resolver: valibotResolver(form),
    defaultValues: { phoneNumber: draft.phoneNumber },
  })
  const submit = handleSubmit(({ phoneNumber }) => {
    const other = phoneNumber !== draft.phoneNumber
    if (!otpEnabled) return onNext('profile', { phoneNumber, phoneVerified: false })
    if (draft.phoneVerified && !other) return onNext('profile', { phoneNumber })
    const earlier = other ? '' : draft.otpToken
    send.mutate(
      { phoneNumber, ...(earlier && { otpToken: earlier }) },
      {
        onSuccess: ({ code, otpRef, otpToken }) => {
          const verified = code === 'OTP_VERIFIED'
          const sent = { otpRef, otpToken: otpToken || earlier, sentAt: serverNow() }
          const news = { phoneNumber, ...sent, phoneVerified: verified }
          onNext(verified ? 'profile' : 'code', news)
        },
      },
    )
  })
  const problem = problemText(formState.errors.phoneNumber?.message)

  return (
    <StepForm
      title={<Trans>Create your account</Trans>}
      text={
        otpEnabled ? (
          <Trans>We send a code to your phone to make sure that it is yours.</Trans>
        ) : (
          <Trans>You will log in with this number.</Trans>
        )
      }
      error={send.error}
      submitLabel={<Trans>Continue</Trans>}
      loading={send.isPending}
      onSubmit={(event) => void submit(event)}
    >
      <Field label={t`Phone number`} error={problem && t(problem)}>
        <TextControl
          icon="phone"
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          {...register('phoneNumber', { onChange: () => send.reset() })}
        />
      </Field>
    </StepForm>
  )
}
