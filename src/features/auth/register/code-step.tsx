import { Trans } from '@lingui/react/macro'
import { OtpActions, OtpField, useOtpEntry } from '#components/otp-entry.tsx'
import type { OtpPurpose } from '#data/session/otp-queries.ts'
import { Button } from '#ui/button/button.tsx'
import { Notice } from '#ui/message/notice.tsx'
import type { PhoneProof } from '../phone-proof.ts'
import { useRegisterToast } from '../use-register-toast.ts'
import { StepForm } from './step-form.tsx'

interface CodeStepProps {
  draft: PhoneProof
  purpose?: OtpPurpose
  onKeep: (changes: Partial<PhoneProof>) => void
  onVerified: () => void
  onOtherPhone: () => void
  onSignIn?: () => void
}

export function CodeStep(props: CodeStepProps) {
  const { draft, purpose, onKeep, onVerified, onOtherPhone, onSignIn } = props
  const { phoneNumber } = draft
  const entry = useOtpEntry({ phoneNumber, purpose, sent: draft, onSent: onKeep, onVerified })
  const isToasted = !purpose
  useRegisterToast(isToasted && entry.error)
  return (
    <StepForm
      title={<Trans>Enter the OTP code</Trans>}
      text={
        draft.isLost ? undefined : purpose === 'reset-password' ? (
          <Trans>
            We sent a message to <b>{phoneNumber}</b>. If that number has an account, six digits are in it.
          </Trans>
        ) : (
          <Trans>
            We sent six digits to <b>{phoneNumber}</b>.
          </Trans>
        )
      }
      error={entry.error}
      isToasted={isToasted}
      submitLabel={<Trans>Confirm the code</Trans>}
      loading={entry.checking}
      held={entry.isBlocked}
      onSignIn={onSignIn}
      onSubmit={(event) => {
        event.preventDefault()
        entry.check(entry.code)
      }}
      foot={
        <>
          <OtpActions entry={entry}>
            <Button size="compact" icon="edit" smallIcon onClick={onOtherPhone}>
              <Trans>Change the number</Trans>
            </Button>
          </OtpActions>
          <Notice>
            <Trans>No code yet? Check that your phone has a signal, wait a moment, or write to us.</Trans>
          </Notice>
        </>
      }
    >
      <OtpField entry={entry} />
    </StepForm>
  )
}
