import { valibotResolver } from '@hookform/resolvers/valibot'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { otpLifeMs, type OtpPurpose, useSendOtp } from '#data/session/otp-queries.ts'
import { sentOtpOf } from '#data/session/sent-otp.ts'
import { serverNow } from '#lib/dates/clock.ts'
import { env } from '#lib/env.ts'
import { Field } from '#ui/form/field.tsx'
import { TextControl } from '#ui/form/text-control.tsx'
import { phoneForm } from '../auth-form.ts'
import { problemText } from '../auth-problems.ts'
import type { PhoneProof } from '../phone-proof.ts'
import { useRegisterToast } from '../use-register-toast.ts'
import { StepForm } from './step-form.tsx'

interface PhoneStepProps {
  draft: PhoneProof
  title: ReactNode
  text: ReactNode
  /** The purpose of the code; registration by default. */
  purpose?: OtpPurpose
  otpEnabled: boolean
  /** `isOver` means that no code has to be entered. */
  onNext: (isOver: boolean, changes: Partial<PhoneProof>) => void
  onSignIn?: (phoneNumber: string) => void
  /** Below the button. */
  foot?: ReactNode
}

const form = phoneForm(env.country)

export function PhoneStep(props: PhoneStepProps) {
  const { draft, title, text, purpose, otpEnabled, onNext, onSignIn, foot } = props
  const { t } = useLingui()
  const send = useSendOtp()
  const isToasted = !purpose
  useRegisterToast(isToasted && send.error)
  const { register, handleSubmit, getValues, formState } = useForm({
    resolver: valibotResolver(form),
    defaultValues: { phoneNumber: draft.phoneNumber },
  })
  const submit = handleSubmit(({ phoneNumber }) => {
    const other = phoneNumber !== draft.phoneNumber
    if (!otpEnabled) return onNext(true, { phoneNumber, phoneVerified: false })
    if (draft.phoneVerified && !other) return onNext(true, { phoneNumber })
    const earlier = other ? '' : draft.otpToken
    // The code already sent to this number is on its way, or still valid.
    if (earlier && serverNow() < draft.sentAt + otpLifeMs) return onNext(false, {})
    send.mutate(
      { phoneNumber, ...(earlier && { otpToken: earlier }), ...(purpose && { purpose }) },
      {
        onSuccess: (answer) => {
          const verified = answer.code === 'OTP_VERIFIED'
          const sent = sentOtpOf({ ...answer, otpToken: answer.otpToken || earlier })
          onNext(verified, { phoneNumber, ...sent, phoneVerified: verified })
        },
      },
    )
  })
  const problem = problemText(formState.errors.phoneNumber?.message)

  return (
    <StepForm
      title={title}
      text={text}
      error={send.error}
      isToasted={isToasted}
      onSignIn={() => onSignIn?.(getValues('phoneNumber'))}
      submitLabel={<Trans>Continue</Trans>}
      loading={send.isPending}
      onSubmit={(event) => void submit(event)}
      foot={foot}
    >
      <Field label={t`Phone number`} error={problem && t(problem)}>
        <TextControl
          icon="phone"
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          {...register('phoneNumber', {
            // What is on its way still leads on: a code sent for nothing holds back the next one for a minute.
            onChange: () => send.isPending || send.reset(),
          })}
        />
      </Field>
    </StepForm>
  )
}
