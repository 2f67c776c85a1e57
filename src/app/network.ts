import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { onlineManager } from '@tanstack/react-query'
import { request } from '#api/client.ts'
import { lookupActive } from '#api/contract/lookup.ts'
import { longTapAtom } from '#lib/network/reachability.ts'
import { store } from '#lib/store.ts'
import { followConnection, unreachableAtom } from '#pwa/use-connection.ts'
import { dismissToast, toast } from '#ui/message/toast.ts'

/** How often a backend that cannot be reached is probed, in ms. */
const probeMs = 10_000

/** Probes the backend after a failed call, and while it cannot be reached; once it is back, the queries on the screen are refetched. */
export function followNetwork(): void {
  let probing: ReturnType<typeof setInterval> | undefined
  let last = new AbortController()
  // One that still hangs gives way to the next.
  const probe = () => {
    last.abort()
    last = new AbortController()
    // What it shows is recorded with every call.
    request(lookupActive, { signal: last.signal }).catch(() => undefined)
  }
  const probeIfSeen = () => document.visibilityState === 'visible' && navigator.onLine && probe()
  const follow = () => {
    const isLost = store.get(unreachableAtom)
    onlineManager.setOnline(!isLost)
    clearInterval(probing)
    if (isLost) probing = setInterval(probeIfSeen, probeMs)
  }
  followConnection(probe)
  store.sub(longTapAtom, sayStillWorking)
  onlineManager.setEventListener(() => undefined)
  store.sub(unreachableAtom, follow)
  follow()
}

/** Shows a toast while a call that the member started with a tap is slow. */
function sayStillWorking(): void {
  const id = 'still-working'
  if (!store.get(longTapAtom)) return dismissToast(id)
  const title = i18n._(msg`Still working`)
  const text = i18n._(msg`This takes longer than usual. Please wait a moment.`)
  toast({ id, icon: 'clock', title, text, lasting: true })
}
