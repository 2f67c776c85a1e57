import { useAtom } from 'jotai'
import { Suspense } from 'react'
import * as v from 'valibot'
import { embeddedIn } from '#lib/device/embedded-browser.ts'
import { storageKeys } from '#lib/storage-keys.ts'
import { store } from '#lib/store.ts'
import { storedAtom } from '#lib/stored-atom.ts'
import { optionalPart } from '#ui/lazy-part.tsx'

/** Whether the notice that the page is open inside another app still shows. */
const isShownAtom = storedAtom(storageKeys.outsideNotice, v.boolean(), true)
const Notice = optionalPart(
  async () => (await import('#features/help/phone/embedded-browser-notice.tsx')).EmbeddedBrowserNotice,
)

const app = embeddedIn(navigator.userAgent)

/** Loads the notice before a page shows, so that it appears with the page and, unless its file failed at first, shifts nothing later. */
export const loadOutsideNotice = () => app && store.get(isShownAtom) && Notice.fetchFile()

/** Says that the page is open in another app's built-in browser, with a link to the real one. */
export function OutsideNotice() {
  const [isShown, setShown] = useAtom(isShownAtom)
  return app && isShown ? (
    <Suspense>
      <Notice app={app} onDismiss={() => setShown(false)} />
    </Suspense>
  ) : null
}
