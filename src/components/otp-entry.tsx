import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { safeParse } from 'valibot'
import { toApiError } from '#api/api-error.ts'
import { refusalDetails } from '#api/contract/refusal-details.ts'
import { formatCountdown, remainingMs } from '#lib/dates/countdown.ts'
import { useOffline } from '#pwa/use-connection.ts'
import { Button } from '#ui/button/button.tsx'
import { CodeField } from '#ui/form/code-field.tsx'
import { Field } from '#ui/form/field.tsx'
import { Notice } from '#ui/message/notice.tsx'
import { useNow } from '#ui/use-now.ts'
import { useBusyWhile } from '#data/session/busy.ts'
import styles from './otp-entry.module.css'
import {
  otpLifeMs,
  type OtpPurpose,
  resendAfterMs,
  useSendOtp,
  useVerifyOtp,
} from '#data/session/otp-queries.ts'
import { type SentOtp, sentOtpOf } from '#data/session/sent-otp.ts'

interface OtpEntryOptions {
  phoneNumber: string
  /** The purpose of another code, where the call alone does not determine it. */
  purpose?: OtpPurpose | undefined
  /** The newest code sent to that phone. */
  sent: SentOtp
  /** Called when another code was sent. */
  onSent: (sent: SentOtp) => void
  onVerified: () => void
}

/** The entry of a one-time code: the typed digits, their check, and the request for another code. */
export function useOtpEntry({ phoneNumber, purpose, sent, onSent, onVerified }: OtpEntryOptions) {
  const verify = useVerifyOtp()
  const send = useSendOtp()
  const [code, setCode] = useState('')
  const [isShort, setShort] = useState(false)
  const now = useNow(1000)
  const offline = useOffline()
  const refused = verify.error ? toApiError(verify.error).code : undefined
  // After too many guesses the code is over, and so is the wait for another one: the server knows when it gives one again.
  const isBlocked = refused === 'OTP_BLOCK'
  const error = isBlocked ? (send.error ?? verify.error) : (verify.error ?? send.error)
  const usualWait = isBlocked ? 0 : sent.sentAt + resendAfterMs
  const mayResendAt = Math.max(usualWait, blockedUntil(send.error), blockedUntil(verify.error))
  const goodFor = isBlocked ? 0 : remainingMs(sent.sentAt + otpLifeMs, now)

  const check = (otpCode: string) => {
    // Offline the form's button is held, and says why.
    if (verify.isPending || isBlocked || offline) return
    setShort(otpCode.length < 6)
    if (otpCode.length < 6) return
    // It would be another guess.
    if (refused === 'OTP_CODE_INVALID' && verify.variables?.otpCode === otpCode) return
    verify.mutate({ otpToken: sent.otpToken, otpCode }, { onSuccess: onVerified })
  }
  const begin = (digits: string) => {
    setCode(digits)
    setShort(false)
    verify.reset()
    // The code that is on its way replaces this one, whatever is typed meanwhile.
    if (!send.isPending) send.reset()
  }
  const type = (digits: string) => {
    if (!isBlocked) begin(digits)
  }
  useCodeFromSms((digits) => {
    type(digits)
    check(digits)
  }, verify.isIdle)
  // The member reads the code in another app: nothing may interrupt the entry meanwhile.
  useBusyWhile(goodFor > 0)

  return {
    code,
    type,
    check,
    isShort,
    goodFor,
    phoneNumber,
    sent,
    isBlocked,
    error,
    checking: verify.isPending,
    sending: send.isPending,
    resendIn: remainingMs(mayResendAt, now),
    resend: () =>
      send.mutate(
        { phoneNumber, otpToken: sent.otpToken, ...(purpose && { purpose }) },
        {
          onSuccess: (answer) => {
            if (answer.code === 'OTP_VERIFIED') return onVerified()
            begin('')
            onSent(sentOtpOf(answer))
          },
        },
      ),
  }
}

/** In ms since 1970; 0 where nothing was refused for too many codes, or the refusal does not say. */
function blockedUntil(thrown: unknown): number {
  const { code, body } = toApiError(thrown)
  const read = safeParse(refusalDetails, code === 'OTP_BLOCK' ? body : {})
  return Date.parse((read.success && read.output.until) || '') || 0
}

type OtpEntry = ReturnType<typeof useOtpEntry>

export function OtpField({ entry }: { entry: OtpEntry }) {
  const { t } = useLingui()
  const { code, type, check, isShort, isBlocked, goodFor, phoneNumber } = entry
  const { otpRef, otpToken, isLost } = entry.sent
  const isOver = goodFor <= 0 && !isBlocked
  return (
    <>
      {isLost && (
        <Notice>
          <Trans>
            The connection was lost. If you get a message at <b>{phoneNumber}</b>, enter its six digits. If
            not, ask for a new code.
          </Trans>
        </Notice>
      )}
      <Field
        label={t`Six-digit code`}
        aside={
          otpRef && (
            <Trans>
              Ref. <b>{otpRef}</b>
            </Trans>
          )
        }
        error={
          isOver
            ? t`The code has expired. Please ask for a new one.`
            : isShort && t`Enter all six digits of the code.`
        }
        hint={goodFor > 0 && <Trans>The code expires in {formatCountdown(goodFor)}.</Trans>}
      >
        {/* By its token, so that another code takes the focus to where it is typed, and a screen reader says that it was sent. */}
        <CodeField key={otpToken} name="otpCode" value={code} onChange={type} onComplete={check} autoFocus />
      </Field>
    </>
  )
}

/** The button for another code, beside the alternatives to entering this one. */
export function OtpActions({ entry, children }: { entry: OtpEntry; children: ReactNode }) {
  const { resend, resendIn, sending } = entry
  return (
    <div className={styles.actions}>
      <Button
        size="compact"
        icon="clock"
        smallIcon
        disabled={resendIn > 0}
        loading={sending}
        onClick={resend}
      >
        {resendIn > 0 ? <Trans>Send again in {formatCountdown(resendIn)}</Trans> : <Trans>Send again</Trans>}
      </Button>
      {children}
    </div>
  )
}

/**
 * Reads the code from the SMS, if the browser supports WebOTP. While a code is checked, and after that, it does not wait for one:
 * the browser's question would cover the answer. Typing on, or asking for another code, begins again.
 */
function useCodeFromSms(onCode: (digits: string) => void, isWanted: boolean): void {
  const arrived = useEffectEvent(onCode)
  useEffect(() => {
    if (!isWanted || !('OTPCredential' in globalThis)) return
    const stop = new AbortController()
    const asked: CredentialRequestOptions & { otp: { transport: string[] } } = {
      otp: { transport: ['sms'] },
      signal: stop.signal,
    }
    navigator.credentials.get(asked).then(
      (credential) => {
        const code = credential && 'code' in credential ? credential.code : undefined
        if (typeof code === 'string' && /^\d{6}$/.test(code)) arrived(code)
      },
      // Refused, or aborted before the SMS arrived: the member types the code.
      () => undefined,
    )
    return () => stop.abort()
  }, [isWanted])
}
