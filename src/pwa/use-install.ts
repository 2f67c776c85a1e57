import { useEffect, useSyncExternalStore } from 'react'
import * as v from 'valibot'
import { embeddedIn, systemOf } from '#lib/embedded-browser.ts'
import { storageKeys } from '#lib/storage-keys.ts'
import { readStored, writeStored } from '#lib/storage.ts'
import { type InstallMemory, type InstallWay, installWay, isMomentToOffer } from './install-rules.ts'

interface InstallPrompt extends Event {
  prompt: () => Promise<unknown>
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>
}

const memory = v.object({ visits: v.pipe(v.number(), v.safeInteger()), refused: v.boolean() })

let prompt: InstallPrompt | undefined
let wentWell = false
let offer: InstallWay | undefined
const listeners = new Set<() => void>()

/** Counts this visit, and keeps the browser's own question for a better moment than the first paint. */
export function followInstall(): void {
  const visit = sessionStart()
  if (visit) remember({ visits: recall().visits + 1 })
  globalThis.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    prompt = event as InstallPrompt
    look()
  })
  globalThis.addEventListener('appinstalled', () => {
    prompt = undefined
    remember({ refused: true })
  })
  look()
}

/** How the app can be installed, when this is a moment to say so. */
export function useInstallOffer(): InstallWay | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => offer,
  )
}

/** Something has just gone well for the member: the next quiet moment is one to offer the app. */
export function useGoodMoment(well: boolean): void {
  useEffect(() => {
    if (!well) return
    wentWell = true
    look()
  }, [well])
}

/** Lets the browser ask. */
export async function install(): Promise<void> {
  const asking = prompt
  prompt = undefined
  await asking?.prompt()
  const choice = await asking?.userChoice
  if (choice?.outcome === 'dismissed') refuseInstall()
  else look()
}

/** Not asked again on this phone. */
export function refuseInstall(): void {
  remember({ refused: true })
}

function recall(): InstallMemory {
  return readStored(storageKeys.installOffer, memory) ?? { visits: 0, refused: false }
}

function remember(change: Partial<InstallMemory>): void {
  writeStored(storageKeys.installOffer, { ...recall(), ...change })
  look()
}

function look(): void {
  const { userAgent } = navigator
  const bound =
    matchMedia('(display-mode: standalone)').matches ||
    ('standalone' in navigator && navigator.standalone === true) ||
    globalThis.top !== globalThis.self ||
    embeddedIn(userAgent) !== undefined
  const way = installWay({ system: systemOf(userAgent), bound, canAsk: prompt !== undefined })
  offer = isMomentToOffer(recall(), wentWell) ? way : undefined
  for (const listener of listeners) listener()
}

/** A reload is no visit of its own. */
function sessionStart(): boolean {
  const begun = readStored(storageKeys.installOffer, v.literal(true), 'session')
  writeStored(storageKeys.installOffer, true, 'session')
  return !begun
}
