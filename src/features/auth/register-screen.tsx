import { usePrefetchQuery } from '@tanstack/react-query'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { sourcesQueryOptions } from '#data/site/site-config-queries.ts'
import { Notice } from '#ui/message/notice.tsx'
import { Outcome } from '#ui/message/outcome.tsx'
import { Page } from '#ui/frame/shell.tsx'
import { Steps } from '#ui/form/steps.tsx'
import { stepsOf } from './auth-rules.ts'
import { BankStep } from './register/bank-step.tsx'
import { CodeStep } from './register/code-step.tsx'
import { PhoneStep } from './register/phone-step.tsx'
import { ProfileStep } from './register/profile-step.tsx'
import styles from './register/step-form.module.css'
import { type RegistrationOptions, useRegistration } from './use-registration.ts'

interface RegisterScreenProps extends RegistrationOptions {
  /** The code of an invite link, from this or an earlier visit: it cannot be changed. */
  inviteCode?: string
  /** The link's code is too long, and is ignored. */
  isInviteRefused?: boolean
  /** A link to the sign-in, for a person who has an account already. */
  loginLink: ReactNode
}

export function RegisterScreen(props: RegisterScreenProps) {
  const { inviteCode, isInviteRefused = false, loginLink, ...options } = props
  const { t } = useLingui()
  const registration = useRegistration(options)
  const { step, otpEnabled, draft, passwords, isWeak, isDone, keep, go, signIn } = registration
  // Their field stands above others in a later step, and would push those down.
  usePrefetchQuery(sourcesQueryOptions)
  const names = { phone: t`Phone`, code: t`OTP code`, profile: t`Profile`, bank: t`Bank` }
  const steps = stepsOf(otpEnabled)
  const current = steps.indexOf(step)

  if (isDone) {
    return (
      <Page width="form" className={styles.welcome}>
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
    <Page width="form">
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
      {registration.isReloaded && (
        <Notice>
          <Trans>
            The page was reloaded. Please enter your password again. Everything else you entered is kept.
          </Trans>
        </Notice>
      )}
      {step === 'phone' && (
        <PhoneStep
          draft={draft}
          title={<Trans>Create your account</Trans>}
          text={
            otpEnabled ? (
              <Trans>We send a code to your phone to make sure that it is yours.</Trans>
            ) : (
              <Trans>You will log in with this number.</Trans>
            )
          }
          otpEnabled={otpEnabled}
          onNext={(isOver, changes) => go(isOver ? 'profile' : 'code', changes)}
          onSignIn={signIn}
          foot={loginLink}
        />
      )}
      {step === 'code' && (
        <CodeStep
          draft={draft}
          onKeep={keep}
          onVerified={registration.verified}
          onOtherPhone={() => go('phone')}
          onSignIn={() => signIn()}
        />
      )}
      {step === 'profile' && (
        <ProfileStep
          draft={draft}
          inviteCode={inviteCode}
          otpEnabled={otpEnabled}
          passwords={passwords}
          onKeep={registration.keepProfile}
          onUnverified={registration.unverified}
          isWeak={isWeak}
          onSignIn={signIn}
          onNext={registration.profileTaken}
        />
      )}
      {step === 'bank' && (
        <BankStep
          draft={draft}
          inviteCode={inviteCode}
          password={passwords.password}
          onKeep={keep}
          onDone={registration.finish}
          onUnverified={registration.unverified}
          onWeak={registration.passwordRefused}
          onSignIn={() => signIn()}
        />
      )}
    </Page>
  )
}
