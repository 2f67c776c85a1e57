import { usePrefetchQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Trans, useLingui } from '@lingui/react/macro'
import { useSetAtom } from 'jotai'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { registerOtpQueryOptions, sourcesQueryOptions } from '#data/site-config-queries.ts'
import { Notice } from '#ui/notice.tsx'
import { Outcome } from '#ui/outcome.tsx'
import { Page } from '#ui/shell.tsx'
import { Steps } from '#ui/steps.tsx'
import { toast } from '#ui/toast.ts'
import { type Step, stepFor, stepsOf } from './auth-rules.ts'
import { BankStep } from './register/bank-step.tsx'
import { CodeStep } from './register/code-step.tsx'
import { PhoneStep } from './register/phone-step.tsx'
import { type Passwords, ProfileStep } from './register/profile-step.tsx'
import { loginPhoneAtom } from './login-phone.ts'
import { unsent } from './phone-proof.ts'
import { dropDraft, dropInviteCode, keepDraft, readDraft, type RegisterDraft } from './register-draft.ts'
import { useNewSession } from './use-new-session.ts'
import styles from './register-screen.module.css'

interface RegisterScreenProps {
  step: Step
  /** `isPast`: the step before is over, and Back does not lead to it. */
  onStep: (step: Step, isPast?: boolean) => void
  /** The code of an invite link, from this or an earlier visit: it cannot be changed. */
  inviteCode?: string
  /** The link's code is too long, and is ignored. */
  isInviteRefused?: boolean
  /** A link to the sign-in, for a person who has an account already. */
  loginLink: ReactNode
  /** Leads to the sign-in: the account was created and the welcome shown, or it existed already. */
  onDone: () => void
  /** Called with the session's token if creating the account also signed the member in. */
  onSignedIn: (token: string) => void
}

/** How long the welcome shows before the next page, in ms. */
const successMs = 2000
const noPasswords: Passwords = { password: '', confirmPassword: '' }

export function RegisterScreen(props: RegisterScreenProps) {
  const {
    step: requested,
    onStep,
    inviteCode,
    isInviteRefused = false,
    loginLink,
    onDone,
    onSignedIn,
  } = props
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const newSession = useNewSession()
  const { data: otp } = useSuspenseQuery(registerOtpQueryOptions)
  // Their field stands above others in a later step, and would push those down.
  usePrefetchQuery(sourcesQueryOptions)
  const [draft, setDraft] = useState(readDraft)
  // Passwords are kept only in memory. `taken` means that the server has accepted them.
  const [passwords, setPasswords] = useState(noPasswords)
  const [isTaken, setTaken] = useState(false)
  const [done, setDone] = useState(false)
  const [isWeak, setWeak] = useState(false)
  const setLoginPhone = useSetAtom(loginPhoneAtom)
  const keep = (changes: Partial<RegisterDraft>) => {
    const next = { ...draft, ...changes }
    keepDraft(next)
    setDraft(next)
  }
  const step = stepFor(requested, { draft, otpEnabled: otp.enabled, hasPassword: isTaken })
  const go = (next: Step, changes: Partial<RegisterDraft> = {}) => {
    keep(changes)
    onStep(next)
  }
  const unverified = () => {
    // Whether codes are needed may have changed meanwhile.
    void queryClient.invalidateQueries({ queryKey: registerOtpQueryOptions.queryKey })
    toast({
      id: 'register',
      tone: 'gold',
      icon: 'clock',
      title: t`Please verify your phone number again`,
      text: t`The verification is valid for 15 minutes. What you entered is kept.`,
    })
    go('phone', unsent)
  }
  const signIn = (phoneNumber = draft.phoneNumber) => {
    setLoginPhone(phoneNumber)
    onDone()
  }
  const finish = (token?: string) => {
    setPasswords(noPasswords)
    dropDraft()
    dropInviteCode()
    const isIn = token !== undefined && newSession(token, onSignedIn)
    toast({
      tone: 'jade',
      icon: 'check',
      title: t`Welcome!`,
      text: isIn ? t`Your account is ready` : t`Your account is ready. You can log in now.`,
    })
    if (!isIn) setLoginPhone(draft.phoneNumber)
    if (token === undefined) setDone(true)
  }
  const leave = useEffectEvent(() => signIn())
  useEffect(() => {
    if (!done) return
    const timer = setTimeout(leave, successMs)
    return () => clearTimeout(timer)
  }, [done])
  const names = { phone: t`Phone`, code: t`OTP code`, profile: t`Profile`, bank: t`Bank` }
  const steps = stepsOf(otp.enabled)
  const current = steps.indexOf(step)

  if (done) {
    return (
      <Page width="form" className={styles.register}>
        <Outcome icon="check" tone="jade" title={<Trans>Your account is ready</Trans>}>
          <p>
            <Trans>
              Log in with <b>{draft.phoneNumber}</b> and your password.
            </Trans>
          </p>
        </Outcome>
      </Page>
    )
  }

  return (
    <Page width="form" className={styles.register}>
      <Steps
        label={t`Step ${current + 1} of ${steps.length}`}
        steps={steps.map((one) => names[one])}
        current={current}
      />
      {isInviteRefused && (
        <Notice tone="gold" icon="gift">
          <Trans>
            The invite code in this link is too long. Ask your friend for the link again, or register without
            a code.
          </Trans>
        </Notice>
      )}
      {step === 'phone' && (
        <PhoneStep
          draft={draft}
          title={<Trans>Create your account</Trans>}
          text={
            otp.enabled ? (
              <Trans>We send a code to your phone to make sure that it is yours.</Trans>
            ) : (
              <Trans>You will log in with this number.</Trans>
            )
          }
          otpEnabled={otp.enabled}
          onNext={(isOver, changes) => go(isOver ? 'profile' : 'code', changes)}
          onSignIn={signIn}
          foot={loginLink}
        />
      )}
      {step === 'code' && (
        <CodeStep
          draft={draft}
          onKeep={keep}
          onVerified={() => {
            keep({ phoneVerified: true })
            onStep(isTaken ? 'bank' : 'profile', true)
          }}
          onOtherPhone={() => go('phone')}
          onSignIn={() => signIn()}
        />
      )}
      {step === 'profile' && (
        <ProfileStep
          draft={draft}
          inviteCode={inviteCode}
          otpEnabled={otp.enabled}
          passwords={passwords}
          onKeep={(changes, typed) => {
            keep(changes)
            if (typed.password !== passwords.password) setTaken(false)
            setPasswords(typed)
          }}
          onUnverified={unverified}
          isWeak={isWeak}
          onSignIn={signIn}
          onNext={(changes) => {
            setWeak(false)
            setTaken(true)
            go('bank', changes)
          }}
        />
      )}
      {step === 'bank' && (
        <BankStep
          draft={draft}
          inviteCode={inviteCode}
          password={passwords.password}
          onKeep={keep}
          onDone={finish}
          onUnverified={unverified}
          onWeak={() => {
            setWeak(true)
            setPasswords(noPasswords)
            setTaken(false)
            go('profile')
          }}
          onSignIn={() => signIn()}
        />
      )}
    </Page>
  )
}
