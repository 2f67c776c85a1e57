import { storageKeys } from './storage-keys.ts'

// The browser's storage for what runs before the first paint, inside the page: without the schemas of storage.ts.

type Area = 'localStorage' | 'sessionStorage'

/** The value stored under this key, unchecked. Undefined where the storage is blocked or the text is no JSON. */
export function stored(key: string, area: Area = 'localStorage'): unknown {
  try {
    return JSON.parse(globalThis[area].getItem(key) ?? 'null')
  } catch {
    return undefined
  }
}

/** Stores a value, if the browser does. */
export function keep(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Blocked or full: what this page cannot keep it does without.
  }
}

/** The member's token, and the area that keeps the member's data. */
export function findSession(): { token?: string; area: Area } {
  for (const area of ['sessionStorage', 'localStorage'] as const) {
    const token = stored(storageKeys.token, area)
    if (typeof token === 'string' && token !== '') return { token, area }
  }
  return { area: 'localStorage' }
}
