import * as v from 'valibot'
import { readStored, removeStored, writeStored, type StorageArea } from '#lib/storage.ts'
import { storageKeys } from '#lib/storage-keys.ts'

/** Characters that a header may contain, and a length that servers accept. */
const stored = v.pipe(v.string(), v.regex(/^[!-~]{1,8192}$/))

export function readToken(): string | undefined {
  return readStored(storageKeys.token, stored, 'session') ?? readStored(storageKeys.token, stored, 'local')
}

/** Where the token is stored: `local` if the member wants to stay logged in; `session` ends with the tab. */
export function tokenArea(): StorageArea | undefined {
  if (readStored(storageKeys.token, stored, 'session')) return 'session'
  return readStored(storageKeys.token, stored, 'local') ? 'local' : undefined
}

export function keepToken(token: string, area: StorageArea): void {
  removeStored(storageKeys.token)
  writeStored(storageKeys.token, token, area)
}

/** Removes `own` from both storages, and leaves another tab's token there; without `own` it removes any token. */
export function dropToken(own?: string): void {
  for (const area of ['session', 'local'] as const)
    if (own === undefined || readStored(storageKeys.token, stored, area) === own)
      removeStored(storageKeys.token, area)
}
