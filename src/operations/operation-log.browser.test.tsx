import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withdraw } from '#api/contract/wallet.ts'
import { sendTrueLink } from '#api/contract/true-link.ts'
import { changePassword } from '#api/contract/account.ts'
import { dropToken, keepToken } from '#api/token.ts'
import { newOperationKey } from '#lib/money/operation-key.ts'
import { storageKeys } from '#lib/storage-keys.ts'
import { removeStored, writeStored } from '#lib/storage.ts'
import { store } from '#lib/store.ts'
import {
  holdOperation,
  logOperation,
  closedKeysAtom,
  closeLogEntry,
  setLeft,
  unsettledOperations,
} from './operation-log.ts'
import { isUnderWay } from './unsettled/is-under-way.ts'

beforeEach(() => keepToken('token-1', 'local'))
afterEach(() => {
  vi.restoreAllMocks()
  removeStored(storageKeys.operationLog)
  dropToken()
})

const stored = () => localStorage.getItem(storageKeys.operationLog)

test('an operation is logged with its amount and without secrets, until its outcome is known', () => {
  const key = newOperationKey()
  logOperation(withdraw, { body: { amount: 100_50 } }, key)
  expect(JSON.parse(stored() ?? '')).toMatchObject([{ key, act: 'withdraw', amount: 100.5 }])
  closeLogEntry(key)
  expect(stored()).toBeNull()
  logOperation(sendTrueLink, { body: { link: 'secret' } }, newOperationKey())
  logOperation(changePassword, { body: { oldPassword: 'secret', newPassword: 'secret2' } }, newOperationKey())
  expect(stored()).not.toContain('secret')
  expect(JSON.parse(stored() ?? '')).toMatchObject([{ act: 'sendTrueLink' }, { act: 'changePassword' }])
})

test('only other pages’ operations are unsettled; invalid entries are ignored', () => {
  logOperation(withdraw, { body: { amount: 100 } }, newOperationKey())
  expect(unsettledOperations()).toEqual([])
  const former = { key: newOperationKey(), act: 'withdraw', at: 1, amount: 5.5, page: 'another' }
  writeStored(storageKeys.operationLog, [former])
  expect(unsettledOperations()).toEqual([{ ...former, amount: 5_50 }])
  // Rewritten with other entries, it stays the same.
  const own = newOperationKey()
  logOperation(withdraw, { body: { amount: 100_00 } }, own)
  closeLogEntry(own)
  expect(unsettledOperations()).toEqual([{ ...former, amount: 5_50 }])
  writeStored(storageKeys.operationLog, [{ ...former, act: 7 }])
  expect(unsettledOperations()).toEqual([])
})

test('a success that nobody has seen is written down as one', () => {
  const key = newOperationKey()
  const entry = logOperation(withdraw, { body: { amount: 100_50 } }, key)
  setLeft(entry, true)
  expect(stored()).not.toContain('isDone')
  setLeft({ ...entry, isDone: true }, true)
  expect(JSON.parse(stored() ?? '')).toMatchObject([{ key, amount: 100.5, isDone: true }])
  closeLogEntry(key)
  expect(stored()).toBeNull()
})

test('a repeat of what never arrived is no longer closed', () => {
  const key = newOperationKey()
  logOperation(withdraw, { body: { amount: 100 } }, key)
  closeLogEntry(key)
  expect(store.get(closedKeysAtom)).toContain(key)
  logOperation(withdraw, { body: { amount: 100 } }, key)
  expect(store.get(closedKeysAtom)).not.toContain(key)
})

test('without a session nothing is logged', () => {
  dropToken()
  logOperation(withdraw, { body: { amount: 100 } }, newOperationKey())
  expect(stored()).toBeNull()
})

test('a tab with a session of its own leaves what another tab has logged', () => {
  const others = { key: newOperationKey(), act: 'withdraw', at: 1, amount: 5.5, page: 'another' }
  writeStored(storageKeys.operationLog, [others])
  keepToken('token-2', 'session')
  const key = newOperationKey()
  logOperation(withdraw, { body: { amount: 100 } }, key)
  closeLogEntry(key)
  expect(unsettledOperations()).toEqual([])
  expect(JSON.parse(stored() ?? '')).toEqual([others])
})

test('other pages see that an operation is running', async () => {
  const key = newOperationKey()
  let finish: (value: string) => void = () => undefined
  const work = vi.fn<() => Promise<string>>(
    () =>
      new Promise<string>((resolve) => {
        finish = resolve
      }),
  )
  const held = holdOperation(key, work)
  await expect.poll(() => isUnderWay(key)).toBe(true)
  finish('done')
  expect(await held).toBe('done')
  await expect.poll(() => isUnderWay(key)).toBe(false)
  expect(work).toHaveBeenCalledTimes(1)
})

test('without locks the operation runs once, and its own failure is reported', async () => {
  vi.spyOn(navigator.locks, 'request').mockRejectedValue(new DOMException('denied', 'SecurityError'))
  vi.spyOn(navigator.locks, 'query').mockRejectedValue(new DOMException('denied', 'SecurityError'))
  const work = vi.fn<() => Promise<string>>(async () => 'done')
  expect(await holdOperation(newOperationKey(), work)).toBe('done')
  expect(work).toHaveBeenCalledTimes(1)
  const failing = vi.fn<() => Promise<string>>(() => Promise.reject(new Error('refused')))
  await expect(holdOperation(newOperationKey(), failing)).rejects.toThrow('refused')
  expect(failing).toHaveBeenCalledTimes(1)
  expect(await isUnderWay(newOperationKey())).toBe(false)
})
