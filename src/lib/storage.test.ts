import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { storageKeys } from './storage-keys.ts'
import { onStored, rawStorage, readStored, removeStored, writeStored } from './storage.ts'

const key = storageKeys.userInfo
const schema = v.object({ name: v.string() })

function fakeStorage() {
  const kept = new Map<string, string>()
  return {
    kept,
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: vi.fn<(name: string, value: string) => void>((name, value) => void kept.set(name, value)),
    removeItem: (name: string) => void kept.delete(name),
  }
}

const local = fakeStorage()
const session = fakeStorage()

beforeEach(() => {
  vi.stubGlobal('localStorage', local)
  vi.stubGlobal('sessionStorage', session)
})
afterEach(() => {
  removeStored(key)
  vi.unstubAllGlobals()
})

test('every key has a name of its own', () => {
  const names = Object.values(storageKeys)
  expect(new Set(names).size).toBe(names.length)
})

test('what is written is read, in its own area only', () => {
  writeStored(key, { name: 'Noi' }, 'session')
  expect(readStored(key, schema, 'session')).toEqual({ name: 'Noi' })
  expect(readStored(key, schema)).toBeUndefined()
})

test.each(['{"name":', '{"name":7}', 'null', '"Noi"', ''])(
  'a stored %j is removed and counts as nothing',
  (text) => {
    local.kept.set(key, text)
    expect(readStored(key, schema)).toBeUndefined()
    expect(local.kept.has(key)).toBe(false)
  },
)

test('removing without an area clears both', () => {
  writeStored(key, { name: 'a' }, 'local')
  writeStored(key, { name: 'b' }, 'session')
  removeStored(key)
  expect([local.kept.has(key), session.kept.has(key)]).toEqual([false, false])
})

describe('where the browser lets us keep nothing', () => {
  test('a blocked storage is replaced by memory', () => {
    vi.stubGlobal('localStorage', undefined)
    Object.defineProperty(globalThis, 'localStorage', {
      configurable: true,
      get() {
        throw new DOMException('denied', 'SecurityError')
      },
    })
    writeStored(key, { name: 'Noi' })
    expect(readStored(key, schema)).toEqual({ name: 'Noi' })
    removeStored(key)
    expect(readStored(key, schema)).toBeUndefined()
  })

  test('a full storage gives up the old value and the new one lives in memory', () => {
    writeStored(key, { name: 'old' })
    local.setItem.mockImplementationOnce(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    writeStored(key, { name: 'new' })
    expect(readStored(key, schema)).toEqual({ name: 'new' })
    expect(local.kept.has(key)).toBe(false)
  })

  test('the raw storage does not throw either', () => {
    vi.stubGlobal('localStorage', undefined)
    rawStorage().setItem('x', '1')
    expect(rawStorage().getItem('x')).toBe('1')
    rawStorage().removeItem('x')
    expect(rawStorage().getItem('x')).toBeNull()
  })
})

test('another tab is heard until the listener is taken back', () => {
  const tabs = new EventTarget()
  vi.stubGlobal('addEventListener', tabs.addEventListener.bind(tabs))
  vi.stubGlobal('removeEventListener', tabs.removeEventListener.bind(tabs))
  const say = (name: string | null) => tabs.dispatchEvent(Object.assign(new Event('storage'), { key: name }))
  const changed = vi.fn<() => void>()
  const stop = onStored(key, changed)
  say(key)
  say(storageKeys.theme)
  say(null)
  expect(changed).toHaveBeenCalledTimes(2)
  stop()
  say(key)
  expect(changed).toHaveBeenCalledTimes(2)
})
