import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { useBusyWhile } from '#data/busy.ts'
import { serverNow } from '#lib/clock.ts'
import { formatCountdown, remainingMs } from '#lib/countdown.ts'
import { Button } from '#ui/button.tsx'
import { CodeField } from '#ui/code-field.tsx'
import { Field } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { problemText } from '../auth-problems.ts'
import { useSendOtp, useVerifyOtp } from '../auth-queries.ts'
import { codeLifeMs, resendAfterMs } from '../auth-rules.ts'
import type { RegisterDraft } from '../register-draft.ts'
import { useCodeFromSms } from '../use-code-from-sms.ts'
import styles from './code-step.module.css'
import { StepForm } from './step-form.tsx'

interface CodeStepProps {
  draft: RegisterDraft
  onKeep: (news: Partial<RegisterDraft>) => void
  onVerified: () => void
  onOtherPhone: () => void
}

export function CodeStep({ draft, onKeep, onVerified, onOtherPhone }: CodeStepProps) {
  const { t } = useLingui()
  const verify = useVerifyOtp()
  const send = useSendOtp()
  const [code, setCode] = useState('')
  const [short, setShort] = useState(false)
  const now = useSecond()
  const resendIn = remainingMs(draft.sentAt + resendAfterMs, now)
  const goodFor = remainingMs(draft.sentAt + codeLifeMs, now)

  const check = (otpCode: string) => {
    if (verify.isPending) return
    setShort(otpCode.length < 6)
    if (otpCode.length < 6) return
    verify.mutate({ otpToken: draft.otpToken, otpCode }, { onSuccess: onVerified })
  }
  const type = (digits: string) => {
    setCode(digits)
    setShort(false)
    verify.reset()
    send.reset()
  }
  const arrived = (digits: string) => {
    type(digits)
    check(digits)
  }
  useCodeFromSms(arrived)
  // The code, once sent, is waited for in another app: nothing may be in the way when it is brought.
  useBusyWhile(goodFor > 0)

  const resend = () =>
    send.mutate(
      { phoneNumber: draft.phoneNumber },
      {
        onSuccess: ({ code: answer, otpRef, otpToken }) => {
          if (answer === 'OTP_VERIFIED') return onVerified()
          type('')
          onKeep({ otpRef, otpToken, sentAt: serverNow() })
        },
      },
    )
  const problem = short ? problemText('code') : undefined

  return (
    <StepForm
      title={<Trans>Enter the OTP code</Trans>}
      text={
        <Trans>
          We sent six digits to <b>{draft.phoneNumber}</b>.
        </Trans>
      }
      error={verify.error ?? send.error}
      submitLabel={<Trans>Confirm the code</Trans>}
      loading={verify.isPending}
      onSubmit={(event) => {
        event.preventDefault()
        check(code)
      }}
      foot={
        <>
          <div className={styles.two}>
            <Button
              size="compact"
              icon="clock"
              smallIcon
              disabled={resendIn > 0}
              loading={send.isPending}
              onClick={resend}
            >
              {resendIn > 0 ? (
                <Trans>Send again in {formatCountdown(resendIn)}</Trans>
              ) : (
                <Trans>Send again</Trans>
              )}
            </Button>
            <Button size="compact" icon="edit" smallIcon onClick={onOtherPhone}>
              <Trans>Change the number</Trans>
            </Button>
          </div>
          <Notice>
            <Trans>No code yet? Check that your phone has a signal, wait a moment, or write to us.</Trans>
          </Notice>
        </>
      }
    >
      <Field
        label={t`Six-digit code`}
        aside={
          draft.otpRef && (
            <Trans>
              Ref. <b>{draft.otpRef}</b>
            </Trans>
          )
        }
        error={problem && t(problem)}
        hint={
          goodFor > 0 ? (
            <Trans>The code is good for {formatCountdown(goodFor)} more.</Trans>
          ) : (
            <Trans>This code is too old now. Ask for a new one.</Trans>
          )
        }
      >
        <CodeField name="otpCode" value={code} onChange={type} onComplete={check} autoFocus />
      </Field>
    </StepForm>
  )
}

/** The server's time, told anew each second. */
function useSecond(): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 1000)
    return () => clearInterval(timer)
  }, [])
  return now
}
