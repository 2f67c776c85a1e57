import * as v from 'valibot'
import { parseJson } from './parse-json.ts'
import { type StorageKey, storageKeys } from './storage-keys.ts'

/** `local` survives the tab, `session` does not. */
export type StorageArea = 'local' | 'session'
export type RawStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

interface SurvivingStorage extends RawStorage {
  /** Only in memory, so a reload loses it. */
  forgets(key: string): boolean
}

const areas: Record<StorageArea, SurvivingStorage> = {
  local: surviving(() => globalThis.localStorage),
  session: surviving(() => globalThis.sessionStorage),
}

/** The value stored under a key. Broken JSON and values that the schema refuses are removed and count as missing. */
export function readStored<T>(
  key: StorageKey,
  schema: v.GenericSchema<unknown, T>,
  area: StorageArea = 'local',
): T | undefined {
  const text = areas[area].getItem(key)
  if (text === null) return undefined
  const value = v.safeParse(schema, parseJson(text))
  if (value.success) return value.output
  areas[area].removeItem(key)
  return undefined
}

export function writeStored(key: StorageKey, value: unknown, area: StorageArea = 'local'): void {
  areas[area].setItem(key, JSON.stringify(value))
  tell(key)
}

/** Whether the key's value could not be stored, and is only in memory. */
export function isForgotten(key: StorageKey): boolean {
  return areas.local.forgets(key) || areas.session.forgets(key)
}

/** Removes a key, from both areas unless one is named. */
export function removeStored(key: StorageKey, area?: StorageArea): void {
  if (area !== 'session') areas.local.removeItem(key)
  if (area !== 'local') areas.session.removeItem(key)
  tell(key)
}

/** Calls back when another tab changes or removes the key in local storage. Returns a function that unsubscribes. */
export function onStored(key: StorageKey, changed: () => void): () => void {
  const listen = (event: StorageEvent) => {
    // A null key means that everything was cleared.
    if (event.key === key || event.key === null) changed()
  }
  // Unit tests run without a window.
  globalThis.addEventListener?.('storage', listen)
  return () => globalThis.removeEventListener?.('storage', listen)
}

const followers = new Map<StorageKey, Set<() => void>>()

/** Calls back after every change of the key, by this tab or another. Returns a function that unsubscribes. */
export function followStored(key: StorageKey, changed: () => void): () => void {
  const ofKey = followers.get(key) ?? new Set()
  followers.set(key, ofKey.add(changed))
  const stop = onStored(key, changed)
  return () => {
    ofKey.delete(changed)
    stop()
  }
}

function tell(key: StorageKey): void {
  for (const changed of followers.get(key) ?? []) changed()
}

/** The storage area itself, for a library that writes its own texts. */
export function rawStorage(area: StorageArea = 'local'): RawStorage {
  return areas[area]
}

/** What is only a copy of the server's, the least needed first. */
const copies: readonly string[] = [storageKeys.queryCache, storageKeys.userInfo]

/**
 * A storage that works for this page even if the browser's is blocked (a frame without third-party storage) or full. Copies give way to
 * what is needed more. If a value does not fit even then, it is kept in memory.
 */
function surviving(open: () => Storage | undefined): SurvivingStorage {
  const memory = new Map<string, string>()
  const attempt = <T>(action: (storage: Storage) => T): T | undefined => {
    try {
      const storage = open()
      return storage && action(storage)
    } catch {
      return undefined
    }
  }
  return {
    getItem: (key) => memory.get(key) ?? attempt((storage) => storage.getItem(key)) ?? null,
    setItem(key, value) {
      memory.delete(key)
      const keep = () =>
        attempt((storage) => {
          storage.setItem(key, value)
          return true
        })
      const place = copies.indexOf(key)
      // The old value must not return after a reload.
      for (const given of [key, ...copies.slice(0, place < 0 ? copies.length : place)]) {
        if (keep()) return
        attempt((storage) => storage.removeItem(given))
      }
      if (!keep()) memory.set(key, value)
    },
    removeItem(key) {
      memory.delete(key)
      attempt((storage) => storage.removeItem(key))
    },
    forgets: (key) => memory.has(key),
  }
}
