import type { QueryClient } from '@tanstack/react-query'
import { Workbox } from 'workbox-window'
import type { WorkerMessage } from '#lib/network/worker-messages.ts'
import { lookForShared } from '#lib/outbox/look-for-shared.ts'
import { forgetSeenSlips } from '#lib/outbox/shared-slip-line.ts'
import { store } from '#lib/store.ts'
import { ownScript } from '#lib/device/trusted-types.ts'
import { countData } from './count-data.ts'
import { hasFilledField } from './filled-field.ts'
import { followClock } from './follow-clock.ts'
import { followTaps } from './follow-taps.ts'
import { linkStartPictures } from './start-pictures.ts'
import { type BusyChecks, updateAtom } from './update-atom.ts'

const recheckMs = 60 * 60_000
/** How often a page that is seen asks itself whether that time is over. */
const tickMs = 60_000

const reload = () => location.reload()
/** The version that the member accepted in this tab. */
let accepted: ServiceWorker | undefined
/** A file of this version is missing. */
let isNeeded = false
let followed: { workbox: Workbox; registration: ServiceWorkerRegistration } | undefined

/** Registers the worker, and offers a newer version when one is waiting. It activates only on the member's request. */
export async function registerWorker(checks: BusyChecks, queryClient: QueryClient): Promise<void> {
  followClock(queryClient)
  // Counting may begin with the worker, whose transfers it adds: the browser remembers the requests before.
  countData()
  linkStartPictures()
  if (!('serviceWorker' in navigator)) return
  dropLeftSlip()
  const { serviceWorker } = navigator
  let isControlled = serviceWorker.controller !== null
  const workbox = createWorkbox()
  workbox.addEventListener('controlling', () => {
    // An operation that was begun after the update was accepted is not interrupted either.
    if (accepted && !(isNeeded ? checks.isMemberBusy() : checks.isBusy())) reload()
    // The first worker takes control of a page without one, which needs no reload.
    else if (isControlled) followOtherTab(checks)
    isControlled = true
  })
  workbox.addEventListener('activated', ({ isUpdate, sw }) => {
    const { lang } = document.documentElement
    if (!isUpdate) sw?.postMessage({ type: 'KEEP', urls: loadedFiles(), lang } satisfies WorkerMessage, [])
  })
  followTaps(checks.holdsWork)
  await followUpdates(workbox)
  if (isControlled && !(await caches.match('/index.html', { ignoreSearch: true }))) {
    // The phone evicted the worker's caches, but not the worker.
    serviceWorker.controller?.postMessage({ type: 'REFILL' } satisfies WorkerMessage, [])
  }
  // An installed app may stay open for days without a navigation, and must still get a release or an emergency fix.
  let checkedAt = Date.now()
  const look = () => {
    // The phone's clock may have been set back meanwhile.
    const isRecent = Math.abs(Date.now() - checkedAt) < recheckMs
    if (document.visibilityState === 'hidden' || isRecent) return
    checkedAt = Date.now()
    followed?.workbox.update().catch(() => undefined)
  }
  document.addEventListener('visibilitychange', look)
  setInterval(look, tickMs)
}

/**
 * Offers every waiting version. After an update that a Workbox did not trigger itself, it reports no further one: once that
 * version is replaced or has failed to install, a new Workbox listens.
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

/** The app's files and the lookups that this page has loaded. */
const loadedFiles = () =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => name.startsWith(`${location.origin}/assets/`) || name.includes('/api/lookup/'))

const createWorkbox = () => new Workbox(ownScript('/sw.js'))

/** Called when a file could not be loaded although there is a connection. If a newer version has replaced this one, it is offered. */
export async function lookForRelease(): Promise<void> {
  const registration =
    'serviceWorker' in navigator ? await navigator.serviceWorker.getRegistration() : undefined
  if (!registration) return store.set(updateAtom, { accept: reload, isNeeded: true })
  isNeeded = true
  // A version that is still installing, or waiting before this page follows the worker, is offered once that is done.
  await followed?.workbox.update().catch(() => undefined)
  offer()
  const { installing, waiting } = followed?.registration ?? {}
  // There was none: the next version is an ordinary one.
  if (followed && !installing && !waiting) isNeeded = false
}

function offer(): void {
  const { active, waiting } = followed?.registration ?? {}
  if (active && waiting) store.set(updateAtom, { accept, isNeeded, isComing: waiting === accepted })
}

function accept(): void {
  accepted = followed?.registration.waiting ?? undefined
  // If no worker is waiting any more, it has already activated or is gone, and only the page needs a reload.
  if (!accepted) return reload()
  followed?.workbox.messageSkipWaiting()
  offer()
}

/**
 * After the member accepted an update in another tab, this one reloads at once if nothing would be interrupted, else when it is
 * hidden and idle. Until then the update is offered.
 */
function followOtherTab({ isBusy }: BusyChecks): void {
  const comeOver = () => {
    const isIdle = !isBusy() && !hasInput()
    if (isIdle) reload()
    return isIdle
  }
  if (comeOver()) return
  store.set(updateAtom, { accept: reload })
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && comeOver())
}

/** Whether a reload would lose started input: an open modal, or a filled field. */
const hasInput = () =>
  document.querySelector(':is([role=dialog], [role=alertdialog]):not([hidden])') !== null || hasFilledField()

/** The address of the slip upload, also as the one to go to after the sign-in. */
const toUpload = /open(?:=|%3D)slip(?!s)/u

/** Deletes a shared slip whose upload was left by the browser's Back, which loads or restores the previous page; those behind it are told of. */
function dropLeftSlip(): void {
  const drop = (before: number) => {
    if (!toUpload.test(location.search)) void forgetSeenSlips(before).then(lookForShared)
  }
  // A slip that is shared while this page starts is not one that was left.
  drop(performance.timeOrigin)
  globalThis.addEventListener('pageshow', ({ persisted }) => persisted && drop(Date.now()))
}
