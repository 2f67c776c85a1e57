import { useState } from 'react'
import { tryPasskeyProof } from '#data/session/passkey-proof.ts'
import { withLaterMessages } from '#i18n/activate.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import { useIsShown } from '#ui/use-is-shown.ts'
import type { WithdrawCodeProps } from './withdraw-code.tsx'

const WithdrawCode = lazyPart<WithdrawCodeProps>(
  async () => (await withLaterMessages(() => import(/* later */ './withdraw-code.tsx'))).WithdrawCode,
)

/**
 * The proof that a large withdrawal needs: a passkey's, or else a code's, whose entry is `Entry` while there is one.
 * `onProven` gets its token, unless the screen was closed meanwhile: nobody would see what becomes of the withdrawal.
 */
export function useWithdrawProof(onProven: (otpToken: string) => void) {
  const [step, setStep] = useState<'passkey' | 'code'>()
  const isShown = useIsShown()
  const proven = (token: string) => {
    if (!isShown.current) return
    setStep(undefined)
    onProven(token)
  }
  const prove = async () => {
    setStep('passkey')
    const token = await tryPasskeyProof('withdrawal')
    if (token === undefined) setStep('code')
    else proven(token)
  }
  return {
    /** The browser asks for a passkey. */
    busy: step === 'passkey',
    prove,
    Entry: step === 'code' ? WithdrawCode : undefined,
    proven,
    back: () => setStep(undefined),
  }
}
