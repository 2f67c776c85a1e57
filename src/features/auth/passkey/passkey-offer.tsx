import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { request } from '#api/client.ts'
import { listPasskeys } from '#api/contract/passkey.ts'
import { isSignedIn, onSessionEnd } from '#data/session.ts'
import { storageKeys } from '#lib/storage-keys.ts'
import { writeStored } from '#lib/storage.ts'
import { store } from '#lib/store.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { homeNoticeAtom } from '#ui/toast.ts'

const dismiss = () => store.set(homeNoticeAtom, null)

/** Has home make the offer, if the device can verify its owner and the member has no passkey yet. Rejects if that cannot be asked. */
export async function showPasskeyOffer(): Promise<void> {
  if (!(await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable())) return
  const { passkeys } = await request(listPasskeys, {})
  if (passkeys.length > 0 || !isSignedIn()) return
  onSessionEnd(dismiss)
  store.set(homeNoticeAtom, <PasskeyOffer />)
}

function PasskeyOffer() {
  useEffect(() => {
    writeStored(storageKeys.passkeyOffer, true)
  }, [])
  const action = (
    <>
      <Link to="/user/profile" hash="passkeys" className={buttonClass({ size: 'compact' })} onClick={dismiss}>
        <Trans>Set up a passkey</Trans>
      </Link>
      <Button variant="plain" size="compact" onClick={dismiss}>
        <Trans>Not now</Trans>
      </Button>
    </>
  )
  return (
    <Notice icon="key" title={<Trans>Log in without a password next time</Trans>} action={action}>
      <Trans>A passkey uses your fingerprint, face or screen lock.</Trans>
    </Notice>
  )
}
