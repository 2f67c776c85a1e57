import type { RegisterDraft } from './register-draft.ts'

export const steps = ['phone', 'code', 'profile', 'bank'] as const
export type Step = (typeof steps)[number]

/** The steps of the registration. */
export const stepsOf = (otpEnabled: boolean): readonly Step[] =>
  otpEnabled ? steps : steps.filter((step) => step !== 'code')

interface Known {
  draft: Pick<RegisterDraft, 'phoneNumber' | 'otpToken' | 'phoneVerified'>
  /** Whether registration needs a one-time code. */
  otpEnabled: boolean
  /** Passwords are kept only in memory: after a reload the bank step leads back to the profile. */
  hasPassword: boolean
}

/** The step to show: the requested one, or the last before it whose conditions are met. */
export function stepFor(requested: Step, { draft, otpEnabled, hasPassword }: Known): Step {
  const verified = !otpEnabled || draft.phoneVerified
  if (requested === 'phone' || !draft.phoneNumber) return 'phone'
  if (!verified) return draft.otpToken ? 'code' : 'phone'
  if (requested === 'bank' && hasPassword) return 'bank'
  return 'profile'
}
