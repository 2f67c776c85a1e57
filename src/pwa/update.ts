import { forgetSharedSlip } from '#lib/shared-slip.ts'
import { ownScript } from '#lib/trusted-types.ts'
import { currentConnection } from './use-connection.ts'
import { offerUpdate } from './use-update.ts'

const lookAgainMs = 60 * 60_000
/** A worker that takes over by itself waits for a moment only. */
const settlesWithinMs = 200

/** Installs the worker, and offers a newer version when one waits. It takes over only when the member says so. */
export async function registerWorker(isBusy: () => boolean): Promise<void> {
  dropLeftSlip()
  const { serviceWorker } = navigator
  let isControlled = serviceWorker.controller !== null
  const registration = await serviceWorker.register(ownScript('/sw.js'))
  serviceWorker.addEventListener('controllerchange', () => {
    // The first one comes to a page that has none, and changes nothing for it.
    if (isControlled) followOtherTab(isBusy)
    isControlled = true
  })
  const watch = () => {
    const found = registration.installing
    found?.addEventListener('statechange', () => {
      if (found.state !== 'installed') return
      setTimeout(() => registration.waiting === found && offer(registration), settlesWithinMs)
    })
  }
  registration.addEventListener('updatefound', watch)
  watch()
  if (registration.waiting) offer(registration)
  if (isControlled && !(await caches.match('/index.html', { ignoreSearch: true }))) {
    // The phone cleared away what the worker kept, and left the worker.
    serviceWorker.controller?.postMessage({ type: 'REFILL' }, [])
  }
  // An installed app may stay open for days and never be navigated: a release, or a rescue, has to reach it too.
  let lookedAt = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' || Date.now() - lookedAt < lookAgainMs) return
    lookedAt = Date.now()
    registration.update().catch(() => undefined)
  })
}

/** A part of this version could not be had. Where a newer one has taken its place, that one is offered. */
export async function lookForRelease(): Promise<void> {
  if (currentConnection() === 'offline') return
  const registration =
    'serviceWorker' in navigator ? await navigator.serviceWorker.getRegistration() : undefined
  if (!registration) return offerUpdate({ take: reload, isNeeded: true })
  isNeeded = true
  // One that is only being fetched yet is offered when it is there.
  await registration.update().catch(() => undefined)
  offer(registration)
}

const reload = () => location.reload()
let isNeeded = false

function offer(registration: ServiceWorkerRegistration): void {
  if (!registration.active || !registration.waiting) return
  offerUpdate({
    isNeeded,
    take() {
      const { waiting } = registration
      // It took over, or went, without a word: the page then is all that is left to renew.
      if (!waiting) return reload()
      waiting.addEventListener('statechange', reload)
      waiting.postMessage({ type: 'SKIP_WAITING' }, [])
    },
  })
}

/**
 * The member took the new version in another tab: this one comes over at once where nothing is under way in it, else when it
 * is out of sight and nothing is any more. Until then it is offered.
 */
function followOtherTab(isBusy: () => boolean): void {
  const comeOver = () => {
    const isQuiet = !isBusy() && !isWritten()
    if (isQuiet) reload()
    return isQuiet
  }
  if (comeOver()) return
  offerUpdate({ take: reload })
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && comeOver())
}

/** Whether a reload would lose what somebody began: an open modal, or a field with something in it. */
function isWritten(): boolean {
  const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea')]
  return (
    document.querySelector('[role=dialog], [role=alertdialog]') !== null ||
    fields.some(({ type, value }) => !/^(?:checkbox|radio|hidden|submit)$/.test(type) && value !== '')
  )
}

/** A shared slip whose upload was left by going back in the browser: the page before is opened anew, or shown again. */
function dropLeftSlip(): void {
  const drop = () => {
    if (!location.search.includes('shared')) void forgetSharedSlip()
  }
  drop()
  globalThis.addEventListener('pageshow', drop)
}
