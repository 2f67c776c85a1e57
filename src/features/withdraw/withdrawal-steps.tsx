import { useLingui } from '@lingui/react/macro'
import { Steps } from '#ui/steps.tsx'
import type { WithdrawalStep } from './withdraw-rules.ts'

interface WithdrawalStepsProps {
  step: Exclude<WithdrawalStep, 'returned'>
}

/** How far a withdrawal has come. */
export function WithdrawalSteps({ step }: WithdrawalStepsProps) {
  const { t } = useLingui()
  const names = { sent: t`Sent`, bank: t`With the bank`, arrived: t`Arrived` }
  const steps = Object.values(names)
  const place = steps.indexOf(names[step])
  return (
    <Steps
      label={t`Step ${place + 1} of ${steps.length}`}
      steps={steps}
      // The last step is an end, not something that goes on.
      current={step === 'arrived' ? steps.length : place}
    />
  )
}

/** Tells a screen reader of each further step, without interrupting it. */
export function StepNews({ step }: { step: WithdrawalStep }) {
  const { t } = useLingui()
  const news = {
    sent: t`Sent`,
    bank: t`With the bank`,
    arrived: t`The money is in your account`,
    returned: t`The bank did not take it. The money is back in your wallet.`,
  }
  return <output className="visually-hidden">{news[step]}</output>
}
