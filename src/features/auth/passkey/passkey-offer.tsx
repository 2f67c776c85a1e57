import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { request } from '#api/client.ts'
import { listPasskeys } from '#api/contract/passkey.ts'
import { isSignedIn } from '#data/session/session.ts'
import { storageKeys } from '#lib/storage-keys.ts'
import { writeStored } from '#lib/storage.ts'
import { Button, buttonClass } from '#ui/button/button.tsx'
import { Notice } from '#ui/message/notice.tsx'

/**
 * Offers a passkey if the device can verify its owner and the member has none yet. `show` puts the offer on the page. Rejects if the
 * server cannot be asked.
 */
export async function makePasskeyOffer(show: (offer: ReactNode) => void): Promise<void> {
  if (!(await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable())) return
  const { passkeys } = await request(listPasskeys, {})
  if (passkeys.length > 0 || !isSignedIn()) return
  show(<PasskeyOffer onDone={() => show(null)} />)
}

function PasskeyOffer({ onDone }: { onDone: () => void }) {
  useEffect(() => {
    writeStored(storageKeys.passkeyOffer, true)
  }, [])
  const action = (
    <>
      <Link to="/user/profile" hash="passkeys" className={buttonClass({ size: 'compact' })} onClick={onDone}>
        <Trans>Set up a passkey</Trans>
      </Link>
      <Button variant="plain" size="compact" onClick={onDone}>
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
