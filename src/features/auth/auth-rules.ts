import type { RegisterDraft } from './register-draft.ts'

export const steps = ['phone', 'code', 'profile', 'bank'] as const
export type Step = (typeof steps)[number]

/** The steps that there are. */
export const stepsOf = (otpEnabled: boolean): readonly Step[] =>
  otpEnabled ? steps : steps.filter((step) => step !== 'code')

interface Known {
  draft: Pick<RegisterDraft, 'phoneNumber' | 'otpToken' | 'phoneVerified'>
  /** Whether registration asks for a code. */
  otpEnabled: boolean
  /** Passwords live in memory alone: a reload sends the bank step back to the profile. */
  hasPassword: boolean
}

/** The step to show: the one asked for, or the last before it whose conditions are met. */
export function stepFor(asked: Step, { draft, otpEnabled, hasPassword }: Known): Step {
  const verified = !otpEnabled || draft.phoneVerified
  if (asked === 'phone' || !draft.phoneNumber) return 'phone'
  if (!verified) return draft.otpToken ? 'code' : 'phone'
  if (asked === 'bank' && hasPassword) return 'bank'
  return 'profile'
}
