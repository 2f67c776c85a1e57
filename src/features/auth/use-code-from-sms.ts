import { useEffect, useEffectEvent } from 'react'

/** Where the browser can (WebOTP), asks once for the code of the message that was just sent. */
export function useCodeFromSms(onCode: (digits: string) => void): void {
  const arrived = useEffectEvent(onCode)
  useEffect(() => {
    if (!('OTPCredential' in globalThis)) return
    const stop = new AbortController()
    const asked: CredentialRequestOptions & { otp: { transport: string[] } } = {
      otp: { transport: ['sms'] },
      signal: stop.signal,
    }
    navigator.credentials.get(asked).then(
      (credential) => {
        const code = credential && 'code' in credential ? credential.code : undefined
        if (typeof code === 'string' && /^\d{6}$/.test(code)) arrived(code)
      },
      // Refused, or left before the message came: the person types it.
      () => undefined,
    )
    return () => stop.abort()
  }, [])
}
