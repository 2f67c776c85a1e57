import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { request } from '#api/client.ts'
import { listPasskeys } from '#api/contract/passkey.ts'
import { isSignedIn, onSessionEnd } from '#data/session.ts'
import { storageKeys } from '#lib/storage-keys.ts'
import { writeStored } from '#lib/storage.ts'
import { linkClass } from '#ui/link-class.ts'
import { dismissToast, toast } from '#ui/toast.ts'

const id = 'passkey-offer'
const dismiss = () => dismissToast(id)

/** Shows the offer, if the device can verify its owner and the member has no passkey yet. Rejects if that cannot be asked. */
export async function showPasskeyOffer(): Promise<void> {
  if (!(await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable())) return
  const { passkeys } = await request(listPasskeys, {})
  if (passkeys.length > 0 || !isSignedIn()) return
  writeStored(storageKeys.passkeyOffer, true)
  onSessionEnd(dismiss)
  toast({
    id,
    lasting: true,
    icon: 'key',
    title: <Trans>Log in without a password next time</Trans>,
    text: (
      <>
        <Trans>A passkey uses your fingerprint, face or screen lock.</Trans>{' '}
        <Link to="/user/profile" hash="passkeys" className={linkClass({ alone: true })} onClick={dismiss}>
          <Trans>Set up a passkey</Trans>
        </Link>
      </>
    ),
  })
}
