import * as v from 'valibot'
import { homeNoticeAtom } from '#data/home-notice.ts'
import { withLaterMessages } from '#i18n/activate.ts'
import { hasExtension } from '#lib/network/api-extensions.ts'
import { canUsePasskeys } from '#lib/device/passkey-support.ts'
import { storageKeys } from '#lib/storage-keys.ts'
import { readStored } from '#lib/storage.ts'
import { store } from '#lib/store.ts'

/** Has home offer a passkey to a member who has just signed in by password, once on each device. What it needs is loaded then. */
export function offerPasskey(): void {
  if (!hasExtension('passkeys') || !canUsePasskeys()) return
  if (readStored(storageKeys.passkeyOffer, v.boolean())) return
  withLaterMessages(() => import(/* later */ './passkey-offer.tsx'))
    .then((file) => file.makePasskeyOffer((offer) => store.set(homeNoticeAtom, offer)))
    // It is not worth a message.
    .catch(() => undefined)
}
