import { useLingui } from '@lingui/react/macro'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useEffect, useEffectEvent, useState } from 'react'
import { registerOtpQueryOptions } from '#data/site/site-config-queries.ts'
import { toast } from '#ui/message/toast.ts'
import { type Step, stepFor } from './auth-rules.ts'
import { loginPhoneAtom } from './login-phone.ts'
import { unsent } from './phone-proof.ts'
import { dropDraft, dropInviteCode, keepDraft, readDraft, type RegisterDraft } from './register-draft.ts'
import type { Passwords } from './register/profile-step.tsx'
import { useNewSession } from './use-new-session.ts'

export interface RegistrationOptions {
  step: Step
  /** `isPast`: the step before is over, and Back does not lead to it. */
  onStep: (step: Step, isPast?: boolean) => void
  /** Leads to the sign-in: the account was created and the welcome shown, or it existed already. */
  onDone: () => void
  /** Called with the session's token if creating the account also signed the member in. */
  onSignedIn: (token: string) => void
}

/** How long the welcome shows before the next page, in ms. */
const successMs = 2000
const noPasswords: Passwords = { password: '', confirmPassword: '' }

/** What was entered so far, the step to show, and what the end of each step leads to. */
export function useRegistration({ step: requested, onStep, onDone, onSignedIn }: RegistrationOptions) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const newSession = useNewSession()
  const { enabled: otpEnabled } = useSuspenseQuery(registerOtpQueryOptions).data
  const [draft, setDraft] = useState(readDraft)
  // Passwords are kept only in memory. `taken` means that the server has accepted them.
  const [passwords, setPasswords] = useState(noPasswords)
  const [isTaken, setTaken] = useState(false)
  const [isWeak, setWeak] = useState(false)
  const [isDone, setDone] = useState(false)
  const setLoginPhone = useSetAtom(loginPhoneAtom)

  const keep = (changes: Partial<RegisterDraft>) => {
    const next = { ...draft, ...changes }
    keepDraft(next)
    setDraft(next)
  }
  const go = (next: Step, changes: Partial<RegisterDraft> = {}) => {
    keep(changes)
    onStep(next)
  }
  const signIn = (phoneNumber = draft.phoneNumber) => {
    setLoginPhone(phoneNumber)
    onDone()
  }
  const leave = useEffectEvent(() => signIn())
  useEffect(() => {
    if (!isDone) return
    const timer = setTimeout(leave, successMs)
    return () => clearTimeout(timer)
  }, [isDone])

  const step = stepFor(requested, { draft, otpEnabled, hasPassword: isTaken })
  const [isReloaded, setReloaded] = useState(requested === 'bank' && step === 'profile')
  // Only a new address scrolls the page to its top. Under the bank step's address the reason for going back would be out of sight.
  const leadBack = useEffectEvent(() => isReloaded && onStep(step, true))
  useEffect(() => void leadBack(), [])
  return {
    step,
    /** The bank step was reloaded, and led back because the password is gone. */
    isReloaded: isReloaded && step === 'profile',
    otpEnabled,
    draft,
    passwords,
    isWeak,
    isDone,
    keep,
    go,
    /** Leads to the sign-in, for a number that has an account. */
    signIn,
    /** The code was right. */
    verified() {
      keep({ phoneVerified: true })
      onStep(isTaken ? 'bank' : 'profile', true)
    },
    /** The phone's verification has expired. */
    unverified() {
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
    },
    keepProfile(changes: Partial<RegisterDraft>, typed: Passwords) {
      keep(changes)
      if (typed.password !== passwords.password) setTaken(false)
      setPasswords(typed)
    },
    /** The server has accepted the profile with its password. */
    profileTaken(changes: Partial<RegisterDraft>) {
      setWeak(false)
      setTaken(true)
      setReloaded(false)
      go('bank', changes)
    },
    /** The server refused the password at the last step. */
    passwordRefused() {
      setWeak(true)
      setPasswords(noPasswords)
      setTaken(false)
      go('profile')
    },
    /** The account was created. `token` is that of a session if the member was also signed in. */
    finish(token?: string) {
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
    },
  }
}
