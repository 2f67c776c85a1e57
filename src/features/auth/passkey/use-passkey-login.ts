import { useEffect, useEffectEvent, useState } from 'react'
import { request } from '#api/client.ts'
import { type Assertion, beginPasskeyLogin, loginByPasskey } from '#api/contract/passkey.ts'
import {
  canSuggestPasskeys,
  endPasskeyRequest,
  passkeyFailure,
  type PasskeyFailure,
  signByPasskey,
} from '#data/passkeys.ts'

/** A challenge lasts five minutes; a suggestion gets a new one before. In ms. */
const renewAfterMs = 4 * 60_000

/** The sign-in by passkey: what the browser suggests from the start, and what a button asks for. */
export function usePasskeyLogin(onSignedIn: (token: string) => void) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<PasskeyFailure>()
  const [error, setError] = useState<unknown>()
  /** Counts what the member has tried: after each the browser suggests anew. */
  const [tries, setTries] = useState(0)

  const sign = async (isSuggested: boolean) =>
    signByPasskey(await request(beginPasskeyLogin, {}), { isSuggested })
  const enter = async (credential: Assertion) => {
    setBusy(true)
    const { token } = await request(loginByPasskey, { body: { credential } })
    onSignedIn(token)
  }
  const fail = (thrown: unknown) => {
    const why = passkeyFailure(thrown)
    setFailure(why)
    setError(why ? undefined : thrown)
    setBusy(false)
    setTries((count) => count + 1)
  }
  const logIn = () => {
    setBusy(true)
    setFailure(undefined)
    setError(undefined)
    sign(false).then(enter).catch(fail)
  }
  const suggest = useEffectEvent(() => {
    // That the browser had nothing to suggest, or the member chose nothing, is no failure.
    void sign(true).then(
      (credential) => enter(credential).catch(fail),
      () => undefined,
    )
  })
  useEffect(() => {
    let timer: ReturnType<typeof setInterval> | undefined
    let isShown = true
    void canSuggestPasskeys().then((can) => {
      if (!can || !isShown) return
      suggest()
      timer = setInterval(suggest, renewAfterMs)
    })
    return () => {
      isShown = false
      clearInterval(timer)
      endPasskeyRequest()
    }
  }, [tries])
  return { logIn, busy, failure, error }
}
