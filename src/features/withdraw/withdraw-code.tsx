import { Trans } from '@lingui/react/macro'
import { toApiError } from '#api/api-error.ts'
import { OtpActions, OtpField, useOtpEntry } from '#components/otp-entry.tsx'
import { useSendOtp } from '#data/session/otp-queries.ts'
import { dropSentOtp, type SentOtp, sentOtpOf, useSentOtp } from '#data/session/sent-otp.ts'
import { wordsFor } from '#errors/handle-error.ts'
import { useOffline } from '#pwa/use-connection.ts'
import { Button } from '#ui/button/button.tsx'
import { MainButton } from '#ui/button/main-button.tsx'
import { Notice } from '#ui/message/notice.tsx'
import styles from './withdraw-sheet.module.css'

export interface WithdrawCodeProps {
  phoneNumber: string
  /** Called with the token of the code that was entered. */
  onProven: (otpToken: string) => void
  onBack: () => void
}

/** Confirms a large withdrawal by a code sent to the member's own phone. */
export function WithdrawCode({ phoneNumber, onProven, onBack }: WithdrawCodeProps) {
  const send = useSendOtp()
  const [sent, setSent] = useSentOtp('withdrawal', phoneNumber)
  const offline = useOffline()
  const ask = () =>
    send.mutate({ phoneNumber, purpose: 'withdrawal' }, { onSuccess: (answer) => setSent(sentOtpOf(answer)) })
  return (
    <div className={styles.code}>
      <p>
        <Trans>
          To keep your money safe, please confirm this withdrawal with a code sent to <b>{phoneNumber}</b>.
        </Trans>
      </p>
      {send.error && <Notice tone="coral">{wordsFor(toApiError(send.error))}</Notice>}
      {sent ? (
        <Entry
          phoneNumber={phoneNumber}
          sent={sent}
          onSent={setSent}
          onProven={() => {
            dropSentOtp()
            onProven(sent.otpToken)
          }}
        />
      ) : (
        <MainButton
          icon="phone"
          loading={send.isPending}
          held={offline && <Trans>You are offline. You can go on when you are connected again.</Trans>}
          onClick={ask}
        >
          <Trans>Send the code</Trans>
        </MainButton>
      )}
      <Button wide onClick={onBack}>
        <Trans>Go back</Trans>
      </Button>
    </div>
  )
}

interface EntryProps {
  phoneNumber: string
  sent: SentOtp
  onSent: (sent: SentOtp) => void
  onProven: () => void
}

function Entry({ phoneNumber, sent, onSent, onProven }: EntryProps) {
  const entry = useOtpEntry({ phoneNumber, purpose: 'withdrawal', sent, onSent, onVerified: onProven })
  return (
    <form
      className={styles.code}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        entry.check(entry.code)
      }}
    >
      <OtpField entry={entry} />
      {entry.error && <Notice tone="coral">{wordsFor(toApiError(entry.error))}</Notice>}
      <MainButton type="submit" loading={entry.checking} held={entry.isBlocked}>
        <Trans>Confirm the code</Trans>
      </MainButton>
      <OtpActions entry={entry}>{null}</OtpActions>
    </form>
  )
}
