import * as v from 'valibot'
import { type StorageKey, storageKeys } from './storage-keys.ts'

/** `local` outlives the tab, `session` does not. */
export type StorageArea = 'local' | 'session'
export type RawStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

interface SurvivingStorage extends RawStorage {
  /** It is in memory alone: a reload forgets it. */
  forgets(key: string): boolean
}

const areas: Record<StorageArea, SurvivingStorage> = {
  local: surviving(() => globalThis.localStorage),
  session: surviving(() => globalThis.sessionStorage),
}

/** What is kept under a key. Broken JSON and anything the schema refuses is removed and counts as nothing. */
export function readStored<T>(
  key: StorageKey,
  schema: v.GenericSchema<unknown, T>,
  area: StorageArea = 'local',
): T | undefined {
  const text = areas[area].getItem(key)
  if (text === null) return undefined
  const value = v.safeParse(schema, parsed(text))
  if (value.success) return value.output
  areas[area].removeItem(key)
  return undefined
}

export function writeStored(key: StorageKey, value: unknown, area: StorageArea = 'local'): void {
  areas[area].setItem(key, JSON.stringify(value))
  tell(key)
}

/** Whether what was written under the key could not be kept, and is gone with the page. */
export function isForgotten(key: StorageKey): boolean {
  return areas.local.forgets(key) || areas.session.forgets(key)
}

/** Removes a key, from both areas unless one is named. */
export function removeStored(key: StorageKey, area?: StorageArea): void {
  if (area !== 'session') areas.local.removeItem(key)
  if (area !== 'local') areas.session.removeItem(key)
  tell(key)
}

/** Calls back when another tab changes or removes the key in local storage. Returns what ends it. */
export function onStored(key: StorageKey, changed: () => void): () => void {
  const listen = (event: StorageEvent) => {
    // A null key: everything was cleared.
    if (event.key === key || event.key === null) changed()
  }
  // The tests of pure functions run where there is no window.
  globalThis.addEventListener?.('storage', listen)
  return () => globalThis.removeEventListener?.('storage', listen)
}

const followers = new Map<StorageKey, Set<() => void>>()

/** Calls back after every change of the key, by this tab or another. Returns what ends it. */
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

/** The area itself, for a library that keeps its own text. */
export function rawStorage(area: StorageArea = 'local'): RawStorage {
  return areas[area]
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * A storage that works for this page even where the browser's is blocked (a frame without third-party storage) or full:
 * what cannot be kept there, though the answers kept for a start without a network made room, is kept in memory.
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
      if (keep()) return
      // The old value must not come back after a reload either.
      for (const given of [key, storageKeys.queryCache]) attempt((storage) => storage.removeItem(given))
      if (!keep()) memory.set(key, value)
    },
    removeItem(key) {
      memory.delete(key)
      attempt((storage) => storage.removeItem(key))
    },
    forgets: (key) => memory.has(key),
  }
}
