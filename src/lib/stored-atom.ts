import type { WritableAtom } from 'jotai'
import { atomWithStorage, type RESET } from 'jotai/utils'
import type * as v from 'valibot'
import type { StorageKey } from './storage-keys.ts'
import { followStored, readStored, removeStored, type StorageArea, writeStored } from './storage.ts'
import { store } from './store.ts'

type Update<T> = T | typeof RESET | ((previous: T) => T | typeof RESET)

/**
 * An atom that is stored in the browser under `key`. A stored value that the schema refuses counts as `fallback`; changes of
 * another tab, and removals by other code, are followed at once. Setting `RESET` removes it. If `area` returns undefined, nothing
 * is stored, and the value lives as long as the page.
 */
export function storedAtom<T>(
  key: StorageKey,
  schema: v.GenericSchema<unknown, T>,
  fallback: T,
  area: () => StorageArea | undefined = () => 'local',
): WritableAtom<T, [Update<T>], void> {
  let isOwnWrite = false
  const write = (change: () => void) => {
    isOwnWrite = true
    change()
    isOwnWrite = false
  }
  const read = () => {
    const from = area()
    return (from && readStored(key, schema, from)) ?? fallback
  }
  const stored = atomWithStorage<T>(
    key,
    fallback,
    {
      getItem: read,
      setItem: (_, value) =>
        write(() => {
          const to = area()
          if (to) writeStored(key, value, to)
        }),
      removeItem: () => write(() => removeStored(key)),
      subscribe: (_, changed) => followStored(key, () => isOwnWrite || changed(read())),
    },
    { getOnInit: true },
  )
  // Mounted permanently, because code outside React reads it while no component does.
  store.sub(stored, () => undefined)
  return stored
}
