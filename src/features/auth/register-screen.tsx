import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Trans, useLingui } from '@lingui/react/macro'
import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { registerOtpQueryOptions } from '#data/site-config-queries.ts'
import { Page } from '#ui/shell.tsx'
import { Steps } from '#ui/steps.tsx'
import { toast } from '#ui/toast.ts'
import { type Step, stepFor, steps } from './auth-rules.ts'
import { BankStep } from './register/bank-step.tsx'
import { CodeStep } from './register/code-step.tsx'
import { PhoneStep } from './register/phone-step.tsx'
import { ProfileStep } from './register/profile-step.tsx'
import { loginPhoneAtom } from './login-phone.ts'
import { unsent } from './phone-proof.ts'
import { dropDraft, dropInviteCode, keepDraft, readDraft, type RegisterDraft } from './register-draft.ts'
import styles from './register-screen.module.css'

interface RegisterScreenProps {
  step: Step
  onStep: (step: Step) => void
  /** The code of a link, here or on an earlier visit: it cannot be changed then. */
  inviteCode?: string
  /** Time to sign in: the account stands and the member was told, or it stood already. */
  onDone: () => void
}

/** A look at the words of success before the next page. */
const successMs = 2000

export function RegisterScreen({ step: asked, onStep, inviteCode, onDone }: RegisterScreenProps) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const { data: otp } = useSuspenseQuery(registerOtpQueryOptions)
  const [draft, setDraft] = useState(readDraft)
  const [password, setPassword] = useState('')
  const [done, setDone] = useState(false)
  const [isWeak, setWeak] = useState(false)
  const setLoginPhone = useSetAtom(loginPhoneAtom)
  const keep = (news: Partial<RegisterDraft>) => {
    const next = { ...draft, ...news }
    keepDraft(next)
    setDraft(next)
  }
  const step = stepFor(asked, { draft, otpEnabled: otp.enabled, hasPassword: password !== '' })
  const go = (next: Step, news: Partial<RegisterDraft> = {}) => {
    keep(news)
    onStep(next)
  }
  const unverified = () => {
    // Whether codes are asked for may have changed since.
    void queryClient.invalidateQueries({ queryKey: registerOtpQueryOptions.queryKey })
    toast({
      id: 'register',
      tone: 'gold',
      icon: 'clock',
      title: t`Please verify your phone number again`,
      text: t`The verification is good for 15 minutes. What you entered is kept.`,
    })
    go('phone', unsent)
  }
  const signIn = (phoneNumber = draft.phoneNumber) => {
    setLoginPhone(phoneNumber)
    onDone()
  }
  const finish = () => {
    setDone(true)
    setPassword('')
    dropDraft()
    dropInviteCode()
    toast({
      tone: 'jade',
      icon: 'check',
      title: t`Welcome!`,
      text: t`Your account is ready. You can log in now.`,
    })
    setTimeout(signIn, successMs)
  }
  const names = { phone: t`Phone`, code: t`OTP code`, profile: t`Profile`, bank: t`Bank` }
  const current = steps.indexOf(step)

  return (
    <Page width="form" className={styles.register}>
      <Steps
        label={t`Step ${current + 1} of ${steps.length}`}
        steps={steps.map((one) => names[one])}
        current={current}
      />
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
          onNext={(isOver, news) => go(isOver ? 'profile' : 'code', news)}
          onSignIn={signIn}
        />
      )}
      {step === 'code' && (
        <CodeStep
          draft={draft}
          onKeep={keep}
          onVerified={() => go(password ? 'bank' : 'profile', { phoneVerified: true })}
          onOtherPhone={() => go('phone', unsent)}
          onSignIn={() => signIn()}
        />
      )}
      {step === 'profile' && (
        <ProfileStep
          draft={draft}
          inviteCode={inviteCode}
          otpEnabled={otp.enabled}
          onKeep={keep}
          onUnverified={unverified}
          isWeak={isWeak}
          onSignIn={signIn}
          onNext={(chosen, news) => {
            setWeak(false)
            setPassword(chosen)
            go('bank', news)
          }}
        />
      )}
      {step === 'bank' && (
        <BankStep
          draft={draft}
          inviteCode={inviteCode}
          password={password}
          done={done}
          onKeep={keep}
          onDone={finish}
          onUnverified={unverified}
          onWeak={() => {
            setWeak(true)
            setPassword('')
            go('profile')
          }}
          onSignIn={() => signIn()}
        />
      )}
    </Page>
  )
}
