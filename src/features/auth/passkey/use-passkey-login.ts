import { useEffect, useEffectEvent, useState } from 'react'
import { request } from '#api/client.ts'
import { type Assertion, beginPasskeyLogin, loginByPasskey } from '#api/contract/passkey.ts'
import {
  canSuggestPasskeys,
  endPasskeyRequest,
  passkeyFailure,
  type PasskeyFailure,
  signByPasskey,
} from '#data/session/passkeys.ts'
import { useIsShown } from '#ui/use-is-shown.ts'
import { useNewSession } from '../use-new-session.ts'

/** A challenge lasts five minutes; a suggestion gets a new one before. In ms. */
const renewAfterMs = 4 * 60_000

const sign = async (isSuggested: boolean) =>
  signByPasskey(await request(beginPasskeyLogin, {}), { isSuggested })

/** The sign-in by passkey: what the browser suggests from the start, and what a button asks for. */
export function usePasskeyLogin(onSignedIn: (token: string) => void) {
  const isShown = useIsShown()
  const newSession = useNewSession()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<PasskeyFailure>()
  const [error, setError] = useState<unknown>()

  async function enter(credential: Assertion): Promise<void> {
    setBusy(true)
    const { token } = await request(loginByPasskey, { body: { credential } })
    newSession(token, onSignedIn)
  }
  function fail(thrown: unknown): void {
    if (!isShown.current) return
    const why = passkeyFailure(thrown)
    setFailure(why)
    setError(why ? undefined : thrown)
    setBusy(false)
    // The request of the button has ended the suggestion.
    suggest()
  }
  /** Never rejects: that the browser has nothing to suggest, or that the member chooses nothing, is no failure. */
  function suggest(): void {
    canSuggestPasskeys()
      .then((can) => (can ? sign(true) : undefined))
      .then(
        (credential) => credential && enter(credential).catch(fail),
        () => undefined,
      )
  }
  function logIn(): void {
    setBusy(true)
    setFailure(undefined)
    setError(undefined)
    sign(false).then(enter).catch(fail)
  }

  const suggestNow = useEffectEvent(() => {
    // A suggestion would end the request that the button has begun.
    if (!busy) suggest()
  })
  useEffect(() => {
    suggestNow()
    const timer = setInterval(suggestNow, renewAfterMs)
    return () => {
      clearInterval(timer)
      endPasskeyRequest()
    }
  }, [])
  return { logIn, busy, failure, error }
}
