import { Trans, useLingui } from '@lingui/react/macro'
import { useAtom } from 'jotai'
import { RESET } from 'jotai/utils'
import * as v from 'valibot'
import { storedAtom } from '#lib/stored-atom.ts'
import { storageKeys } from '#lib/storage-keys.ts'
import { Page } from '#ui/frame/shell.tsx'
import { Steps } from '#ui/form/steps.tsx'
import { toast } from '#ui/message/toast.ts'
import { loginPhoneAtom } from '../login-phone.ts'
import { phoneProof, type PhoneProof, unsent } from '../phone-proof.ts'
import { CodeStep } from '../register/code-step.tsx'
import { PhoneStep } from '../register/phone-step.tsx'
import { NewPasswordStep } from './new-password-step.tsx'

const steps = ['phone', 'code', 'password'] as const
type Step = (typeof steps)[number]

/** Stored until the tab closes: while the member reads the code in another app, a phone short of memory may unload this page. */
const draftAtom = storedAtom(storageKeys.resetDraft, phoneProof, v.parse(phoneProof, {}), () => 'session')

const purpose = 'reset-password'

/** The step to show: the requested one, or the last before it whose conditions are met. */
function stepFor(requested: Step, { phoneNumber, otpToken, phoneVerified }: PhoneProof): Step {
  if (requested === 'phone' || !phoneNumber || !otpToken) return 'phone'
  return phoneVerified ? 'password' : 'code'
}

interface ForgotPasswordScreenProps {
  step: Step
  /** `isPast`: the step before is over, and Back does not lead to it. */
  onStep: (step: Step, isPast?: boolean) => void
  /** Leads to the sign-in, once the password was changed or may have been. */
  onDone: () => void
}

export function ForgotPasswordScreen({ step: requested, onStep, onDone }: ForgotPasswordScreenProps) {
  const { t } = useLingui()
  const [draft, setDraft] = useAtom(draftAtom)
  const [loginPhone, setLoginPhone] = useAtom(loginPhoneAtom)
  const step = stepFor(requested, draft)
  const go = (next: Step, changes: Partial<PhoneProof> = {}) => {
    setDraft({ ...draft, ...changes })
    onStep(next)
  }
  const unverified = () => {
    toast({
      id: 'forgot-password',
      tone: 'gold',
      icon: 'clock',
      title: t`Please verify your phone number again`,
      text: t`The verification is valid for 15 minutes and for one new password.`,
    })
    go('phone', unsent)
  }
  const signIn = () => {
    setLoginPhone(draft.phoneNumber)
    onDone()
  }
  const finish = (renewedGames = 0) => {
    const texts = [t`All devices were logged out. Log in with the new password.`]
    if (renewedGames > 0)
      texts.push(t`Your game passwords have changed too: you find each new one in its game.`)
    setDraft(RESET)
    toast({
      tone: 'jade',
      icon: 'check',
      title: t`Your password has been changed`,
      text: texts.join(' '),
    })
    signIn()
  }
  const current = steps.indexOf(step)
  return (
    <Page width="form">
      <Steps
        label={t`Step ${current + 1} of ${steps.length}`}
        steps={[t`Phone`, t`OTP code`, t`New password`]}
        current={current}
      />
      {step === 'phone' && (
        <PhoneStep
          draft={{ ...draft, phoneNumber: draft.phoneNumber || loginPhone }}
          title={<Trans>Forgot your password?</Trans>}
          text={<Trans>We send a code to the phone number of your account.</Trans>}
          purpose={purpose}
          otpEnabled
          onNext={(isOver, changes) => go(isOver ? 'password' : 'code', changes)}
        />
      )}
      {step === 'code' && (
        <CodeStep
          draft={draft}
          purpose={purpose}
          onKeep={(changes) => setDraft({ ...draft, ...changes })}
          onVerified={() => {
            setDraft({ ...draft, phoneVerified: true })
            onStep('password', true)
          }}
          onOtherPhone={() => go('phone')}
        />
      )}
      {step === 'password' && (
        <NewPasswordStep draft={draft} onDone={finish} onSignIn={signIn} onUnverified={unverified} />
      )}
    </Page>
  )
}
