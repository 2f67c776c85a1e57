import { RESET } from 'jotai/utils'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { storageKeys } from './storage-keys.ts'
import { removeStored, type StorageArea } from './storage.ts'
import { store } from './store.ts'
import { storedAtom } from './stored-atom.ts'

const key = storageKeys.theme
const schema = v.picklist(['night', 'day'])

let kept: Map<string, string>
let otherTab: EventTarget

beforeEach(() => {
  kept = new Map()
  otherTab = new EventTarget()
  vi.stubGlobal('addEventListener', otherTab.addEventListener.bind(otherTab))
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  })
})
afterEach(() => {
  removeStored(key)
  vi.unstubAllGlobals()
})

const themeAtom = (area?: () => StorageArea | undefined) =>
  storedAtom<'night' | 'day' | 'system'>(key, schema, 'system', area)

/** Simulates another tab that stores a text, or removes the key. */
function storeElsewhere(text: string | null): void {
  if (text === null) kept.delete(key)
  else kept.set(key, text)
  otherTab.dispatchEvent(Object.assign(new Event('storage'), { key }))
}

test('starts with the stored value, and stores new ones', () => {
  kept.set(key, '"day"')
  const theme = themeAtom()
  expect(store.get(theme)).toBe('day')
  store.set(theme, 'night')
  expect([store.get(theme), kept.get(key)]).toEqual(['night', '"night"'])
})

test.each(['"dusk"', '{', '7', 'null'])('believes nothing the schema refuses: %s', (text) => {
  kept.set(key, text)
  expect(store.get(themeAtom())).toBe('system')
})

test('follows another tab, after validating its value', () => {
  const theme = themeAtom()
  storeElsewhere('"day"')
  expect(store.get(theme)).toBe('day')
  storeElsewhere('"dusk"')
  expect(store.get(theme)).toBe('system')
  storeElsewhere('"night"')
  storeElsewhere(null)
  expect(store.get(theme)).toBe('system')
})

test('follows a removal by other code of this page, as at the end of a session', () => {
  const theme = themeAtom()
  store.set(theme, 'night')
  removeStored(key)
  expect(store.get(theme)).toBe('system')
})

test('RESET removes it', () => {
  const theme = themeAtom()
  store.set(theme, 'night')
  store.set(theme, RESET)
  expect([store.get(theme), kept.has(key)]).toEqual(['system', false])
})

test('without an area nothing is stored, and the value lives as long as the page', () => {
  const theme = themeAtom(() => undefined)
  store.set(theme, 'night')
  expect([store.get(theme), kept.has(key)]).toEqual(['night', false])
})
