import { detailsWord } from '#i18n/details-word.ts'
import { heard, type WorkerMessage } from '#lib/network/worker-messages.ts'
import { routerAtom } from '#lib/router-atom.ts'
import { store } from '#lib/store.ts'
import { opensSheet } from '#ui/dialog/layer-guard.ts'
import { openAddress } from '#ui/dialog/open-address.ts'
import { dismissToast, toast, toastsAtom } from '#ui/message/toast.ts'
import { hasFilledField } from './filled-field.ts'

const id = 'tapped'

const textOf = (said: unknown) => (typeof said === 'string' ? said : undefined)

/**
 * Leads to what a tapped notification is about. What the member has typed or chosen is not thrown away by a tap outside the app: while
 * there is such work the notification stands over it, and leads there on a tap, or once the sheet that holds the work is closed.
 */
export function followTaps(holdsWork: () => boolean): void {
  const isAtWork = () => holdsWork() || hasFilledField()
  let stop: (() => void) | undefined
  navigator.serviceWorker.addEventListener('message', (event: MessageEvent) => {
    const tapped = heard(event, 'OPEN')
    const router = store.get(routerAtom)
    if (!tapped || !router) return
    // The address is one of the worker's own. An earlier version of the worker sends no words.
    const [address = '', title = '', text] = [tapped.address, tapped.title, tapped.body].map(textOf)
    stop?.()
    dismissToast(id)
    // What is shown already stays as it is.
    if (!isAtWork() || router.latestLocation.href === address) return openAddress(address)
    const action = { label: detailsWord(), run: () => openAddress(address) }
    toast({ id, icon: 'bell', title, text, lasting: true, action })
    const shown = store.get(toastsAtom).at(-1)
    const { pathname } = router.latestLocation
    stop = router.subscribe('onResolved', ({ toLocation }) => {
      const isTold = store.get(toastsAtom).some((each) => each === shown)
      const isElsewhere = toLocation.pathname !== pathname
      if (isTold && !isElsewhere && (opensSheet(router.history.location) || isAtWork())) return
      stop?.()
      // Whoever has closed the notification, or has gone to another page, is not called back.
      if (!isTold || isElsewhere) return
      dismissToast(id)
      openAddress(address)
    })
  })
  // A tap of the seconds before reached nobody: the worker tells it again.
  navigator.serviceWorker.controller?.postMessage({ type: 'FOLLOWS_TAPS' } satisfies WorkerMessage, [])
}
