import { atom } from 'jotai'
import { useEffect } from 'react'
import * as v from 'valibot'
import { embeddedIn, systemOf } from '#lib/device/embedded-browser.ts'
import { storageKeys } from '#lib/storage-keys.ts'
import { readStored, writeStored } from '#lib/storage.ts'
import { store } from '#lib/store.ts'
import { storedAtom } from '#lib/stored-atom.ts'
import { installWay, isMomentToOffer } from './install-rules.ts'

interface InstallPrompt extends Event {
  prompt: () => Promise<unknown>
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>
}

/** When the browser is asked not to delete what the app keeps. */
type KeepMoment = 'money' | 'installed'

const memory = v.object({
  visits: v.pipe(v.number(), v.safeInteger()),
  refused: v.boolean(),
  asked: v.optional(v.array(v.picklist(['money', 'installed'] satisfies KeepMoment[]))),
})

const memoryAtom = storedAtom(storageKeys.installOffer, memory, { visits: 0, refused: false })
const promptAtom = atom<InstallPrompt>()
const wentWellAtom = atom(false)

/** How the app can be installed, if now is the moment to offer it. */
export const installOfferAtom = atom((get) => {
  if (!isMomentToOffer(get(memoryAtom), get(wentWellAtom))) return undefined
  const { userAgent } = navigator
  const bound = isStandalone() || globalThis.top !== globalThis.self || embeddedIn(userAgent) !== undefined
  return installWay({ system: systemOf(userAgent), bound, canAsk: get(promptAtom) !== undefined })
})

/** Counts this visit, and keeps the browser's install prompt for a better moment than the first paint. */
export function followInstall(): void {
  if (isSessionStart()) store.set(memoryAtom, (kept) => ({ ...kept, visits: kept.visits + 1 }))
  globalThis.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    store.set(promptAtom, event as InstallPrompt)
  })
  globalThis.addEventListener('appinstalled', () => {
    refuseInstall()
    askToKeep('installed')
  })
  // An iPhone does not report its installation.
  if (isStandalone()) askToKeep('installed')
}

/** Asks once at each moment, because some browsers ask the person in turn; others decide by how the app is used. */
function askToKeep(moment: KeepMoment): void {
  const { asked = [] } = store.get(memoryAtom)
  if (asked.includes(moment)) return
  store.set(memoryAtom, (kept) => ({ ...kept, asked: [...asked, moment] }))
  navigator.storage?.persist?.().catch(() => undefined)
}

/** Whether the page is open as an installed app. */
export const isStandalone = (): boolean =>
  matchMedia('(display-mode: standalone)').matches ||
  ('standalone' in navigator && navigator.standalone === true)

/** Notes that money has just arrived or moved, so that the app's data is worth keeping, and installing it is offered next. */
export function useGoodMoment(well: boolean): void {
  useEffect(() => {
    if (!well) return
    store.set(wentWellAtom, true)
    askToKeep('money')
  }, [well])
}

/** Shows the browser's install prompt. */
export async function install(): Promise<void> {
  const prompt = store.get(promptAtom)
  // A prompt can be shown once; a second tap meanwhile is ignored.
  const choice = await prompt?.prompt().then(
    () => prompt.userChoice,
    () => undefined,
  )
  if (!choice) return
  store.set(promptAtom, undefined)
  if (choice.outcome === 'dismissed') refuseInstall()
}

/** Stops offering the app on this phone, after a refusal or the installation. */
export function refuseInstall(): void {
  store.set(memoryAtom, (kept) => ({ ...kept, refused: true }))
}

/** Whether this is a new visit; a reload is not. */
function isSessionStart(): boolean {
  const begun = readStored(storageKeys.installOffer, v.literal(true), 'session')
  writeStored(storageKeys.installOffer, true, 'session')
  return !begun
}
