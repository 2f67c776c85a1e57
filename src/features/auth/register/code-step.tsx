import { Trans } from '@lingui/react/macro'
import { OtpActions, OtpField, useOtpEntry } from '#data/otp-entry.tsx'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import type { RegisterDraft } from '../register-draft.ts'
import { StepForm } from './step-form.tsx'

interface CodeStepProps {
  draft: RegisterDraft
  onKeep: (news: Partial<RegisterDraft>) => void
  onVerified: () => void
  onOtherPhone: () => void
}

export function CodeStep({ draft, onKeep, onVerified, onOtherPhone }: CodeStepProps) {
  const { phoneNumber } = draft
  const entry = useOtpEntry({ phoneNumber, sent: draft, onSent: onKeep, onVerified })
  return (
    <StepForm
      title={<Trans>Enter the OTP code</Trans>}
      text={
        <Trans>
          We sent six digits to <b>{phoneNumber}</b>.
        </Trans>
      }
      error={entry.error}
      submitLabel={<Trans>Confirm the code</Trans>}
      loading={entry.checking}
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
