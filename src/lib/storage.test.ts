import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { storageKeys } from './storage-keys.ts'
import { isForgotten, onStored, rawStorage, readStored, removeStored, writeStored } from './storage.ts'

test('the token stays where earlier releases stored it: elsewhere an update would end every session', () => {
  expect(storageKeys.token).toBe('champa.token')
})

const key = storageKeys.userInfo
const schema = v.object({ name: v.string() })

function fakeStorage() {
  const kept = new Map<string, string>()
  let room = Infinity
  const size = (entries: Iterable<[string, string]>) =>
    [...entries].reduce((sum, [name, value]) => sum + name.length + value.length, 0)
  return {
    kept,
    getItem: (name: string) => kept.get(name) ?? null,
    setItem(name: string, value: string) {
      if (size(new Map(kept).set(name, value)) > room) throw new DOMException('full', 'QuotaExceededError')
      kept.set(name, value)
    },
    removeItem: (name: string) => void kept.delete(name),
    /** What is in it fits, and nothing more. */
    fill: () => (room = size(kept)),
    empty() {
      room = Infinity
      kept.clear()
    },
  }
}

const local = fakeStorage()
const session = fakeStorage()

beforeEach(() => {
  vi.stubGlobal('localStorage', local)
  vi.stubGlobal('sessionStorage', session)
})
afterEach(() => {
  local.empty()
  for (const name of [key, storageKeys.queryCache, storageKeys.operationLog]) removeStored(name)
  vi.unstubAllGlobals()
})

test('every key is unique', () => {
  const names = Object.values(storageKeys)
  expect(new Set(names).size).toBe(names.length)
})

test('a written value is read from its own area only', () => {
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

  test('in a full storage the old value is removed and the new one kept in memory', () => {
    writeStored(key, { name: 'old' })
    local.fill()
    writeStored(key, { name: 'longer' })
    expect(readStored(key, schema)).toEqual({ name: 'longer' })
    expect([local.kept.has(key), isForgotten(key)]).toEqual([false, true])
    writeStored(key, { name: 'new' })
    expect([local.kept.has(key), isForgotten(key)]).toEqual([true, false])
  })

  test('persisted queries are removed first to make room', () => {
    writeStored(storageKeys.queryCache, { many: 'answers of the server' })
    writeStored(key, { name: 'Noi' })
    local.fill()
    writeStored(storageKeys.operationLog, ['an operation'])
    expect([...local.kept.keys()]).toEqual([key, storageKeys.operationLog])
  })

  test('then the wallet’s copy: an operation in memory alone would be lost with the page', () => {
    writeStored(storageKeys.queryCache, {})
    writeStored(key, { name: 'Noi' })
    local.fill()
    writeStored(storageKeys.operationLog, ['an operation'])
    expect([...local.kept.keys()]).toEqual([storageKeys.operationLog])
  })

  test('a copy takes no room of one that is needed more', () => {
    writeStored(key, { name: 'Noi' })
    local.fill()
    writeStored(storageKeys.queryCache, { few: 'answers' })
    expect([[...local.kept.keys()], isForgotten(storageKeys.queryCache)]).toEqual([[key], true])
  })

  test('the raw storage does not throw either', () => {
    vi.stubGlobal('localStorage', undefined)
    rawStorage().setItem('x', '1')
    expect(rawStorage().getItem('x')).toBe('1')
    rawStorage().removeItem('x')
    expect(rawStorage().getItem('x')).toBeNull()
  })
})

test('changes of another tab are reported until the listener is removed', () => {
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
