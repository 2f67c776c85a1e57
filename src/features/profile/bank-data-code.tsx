import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { toApiError } from '#api/api-error.ts'
import { OtpActions, OtpField, useOtpEntry } from '#components/otp-entry.tsx'
import type { SentOtp } from '#data/session/sent-otp.ts'
import { wordsFor } from '#errors/handle-error.ts'
import type { ShownOperation } from '#operations/operation-notice.tsx'
import { Button } from '#ui/button/button.tsx'
import { Notice } from '#ui/message/notice.tsx'
import { ChangeForm } from './change-form.tsx'

interface BankDataCodeProps {
  phoneNumber: string
  sent: SentOtp
  /** The operation that changes the bank data. */
  operation: ShownOperation
  /** True while the change is saved, or another code is sent. */
  busy: boolean
  onSent: (sent: SentOtp) => void
  onVerified: () => void
  /** Leads back to what is changed. */
  backLabel: ReactNode
  onBack: () => void
}

/** Scrolls to the text that says what the code is for. The focus scrolls only to the code's field below it. */
const show = (text: HTMLElement | null) => text?.scrollIntoView({ block: 'nearest' })

/** Confirms a change of the bank account by a code sent to the member's own phone. */
export function BankDataCode({ operation, busy, backLabel, onBack, ...code }: BankDataCodeProps) {
  const entry = useOtpEntry(code)
  return (
    <ChangeForm
      operation={{ ...operation, busy: busy || entry.checking }}
      disabled={entry.isBlocked}
      submitLabel={<Trans>Confirm the code</Trans>}
      onSubmit={(event) => {
        event.preventDefault()
        entry.check(entry.code)
      }}
      foot={
        <OtpActions entry={entry}>
          <Button size="compact" icon="edit" smallIcon disabled={busy} onClick={onBack}>
            {backLabel}
          </Button>
        </OtpActions>
      }
    >
      <p ref={show}>
        <Trans>
          To keep your money safe, please confirm the change with a code sent to <b>{code.phoneNumber}</b>.
        </Trans>
      </p>
      <OtpField entry={entry} />
      {entry.error && <Notice tone="coral">{wordsFor(toApiError(entry.error))}</Notice>}
    </ChangeForm>
  )
}
