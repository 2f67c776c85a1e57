import { Workbox } from 'workbox-window'
import { forgetSharedSlip } from '#lib/shared-slip.ts'
import { store } from '#lib/store.ts'
import { ownScript } from '#lib/trusted-types.ts'
import { updateAtom } from './update-atom.ts'
import { offlineAtom } from './use-connection.ts'

const recheckMs = 60 * 60_000

const reload = () => location.reload()
/** The member took the update in this tab. */
let isTaken = false
/** Something was asked for that this version no longer has. */
let isNeeded = false
let followed: { workbox: Workbox; registration: ServiceWorkerRegistration } | undefined

/** Installs the worker, and offers a newer version when one waits. It takes over only when the member says so. */
export async function registerWorker(isBusy: () => boolean): Promise<void> {
  dropLeftSlip()
  const { serviceWorker } = navigator
  let isControlled = serviceWorker.controller !== null
  const workbox = createWorkbox()
  workbox.addEventListener('controlling', () => {
    if (isTaken) reload()
    // The first one comes to a page that has none, and changes nothing for it.
    else if (isControlled) followOtherTab(isBusy)
    isControlled = true
  })
  workbox.addEventListener('activated', ({ isUpdate, sw }) => {
    if (!isUpdate) sw?.postMessage({ type: 'KEEP', urls: loadedFiles() }, [])
  })
  await followUpdates(workbox)
  if (isControlled && !(await caches.match('/index.html', { ignoreSearch: true }))) {
    // The phone cleared away what the worker kept, and left the worker.
    serviceWorker.controller?.postMessage({ type: 'REFILL' }, [])
  }
  // An installed app may stay open for days and never be navigated: a release, or an emergency fix, has to reach it too.
  let checkedAt = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' || Date.now() - checkedAt < recheckMs) return
    checkedAt = Date.now()
    followed?.workbox.update().catch(() => undefined)
  })
}

/**
 * Offers every version that comes to wait. A Workbox that saw an update which it had not asked for itself hears of none after
 * it: once that one is replaced, or could not be installed, another Workbox listens.
 */
async function followUpdates(workbox: Workbox): Promise<void> {
  workbox.addEventListener('waiting', offer)
  workbox.addEventListener('redundant', ({ isExternal }) => {
    if (isExternal) followUpdates(createWorkbox()).catch(() => undefined)
  })
  const registration = await workbox.register()
  if (!registration) return
  followed = { workbox, registration }
  offer()
}

/** The app's files that this page has loaded so far. */
const loadedFiles = () =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => name.startsWith(`${location.origin}/assets/`))

const createWorkbox = () => new Workbox(ownScript('/sw.js'))

/** A part of this version could not be had. Where a newer one has taken its place, that one is offered. */
export async function lookForRelease(): Promise<void> {
  if (store.get(offlineAtom)) return
  const registration =
    'serviceWorker' in navigator ? await navigator.serviceWorker.getRegistration() : undefined
  if (!registration) return store.set(updateAtom, { take: reload, isNeeded: true })
  isNeeded = true
  // One that is still being fetched, or waits before this page follows the worker, is offered once that is done.
  await followed?.workbox.update().catch(() => undefined)
  offer()
}

function offer(): void {
  if (!followed?.registration.active || !followed.registration.waiting) return
  store.set(updateAtom, { take, isNeeded })
}

function take(): void {
  isTaken = true
  if (followed?.registration.waiting) followed.workbox.messageSkipWaiting()
  // It took over, or went, without a word: the page then is all that is left to renew.
  else reload()
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
  store.set(updateAtom, { take: reload })
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && comeOver())
}

/** Whether a reload would lose what somebody began: an open modal, or a field with something in it. */
function isWritten(): boolean {
  const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea')]
  return (
    document.querySelector(':is([role=dialog], [role=alertdialog]):not([hidden])') !== null ||
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
