import { lazyRouteComponent } from '@tanstack/react-router'
import { useAtom } from 'jotai'
import type { FunctionComponent } from 'react'
import * as v from 'valibot'
import { type Embedded, embeddedIn } from '#lib/embedded-browser.ts'
import { storageKeys } from '#lib/storage-keys.ts'
import { store } from '#lib/store.ts'
import { storedAtom } from '#lib/stored-atom.ts'

interface NoticeProps {
  app: Embedded
  onDismiss: () => void
}

/** Whether the notice that the page is open inside another app still shows. */
const isShownAtom = storedAtom(storageKeys.outsideNotice, v.boolean(), true)
/** Shows nothing if its file cannot be loaded: it is only advice. */
const nothing: { OutsideNotice: FunctionComponent<NoticeProps> } = { OutsideNotice: () => null }
const read = (): Promise<typeof nothing> =>
  import(/* online only */ '#features/help/phone/outside-notice.tsx').catch(() => nothing)
const Notice = lazyRouteComponent(read, 'OutsideNotice')

const app = embeddedIn(navigator.userAgent)

/** Loads the notice before a page shows, so that it appears with the page and shifts nothing later. */
export const readOutsideNotice = () => app && store.get(isShownAtom) && Notice.preload?.()

/** Says that the page is open in another app's built-in browser, with a link to the real one. */
export function OutsideNotice() {
  const [isShown, setShown] = useAtom(isShownAtom)
  return app && isShown ? <Notice app={app} onDismiss={() => setShown(false)} /> : null
}
