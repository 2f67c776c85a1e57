import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sendTrueLink, withdraw } from '#api/contract/wallet.ts'
import { changePassword } from '#api/contract/account.ts'
import { dropToken, keepToken } from '#api/token.ts'
import { newActKey } from '#lib/act-key.ts'
import { storageKeys } from '#lib/storage-keys.ts'
import { removeStored, writeStored } from '#lib/storage.ts'
import { holdAct, isUnderWay, journalAct, settleAct, unsettledActs } from './act-journal.ts'

beforeEach(() => keepToken('token-1', 'local'))
afterEach(() => {
  vi.restoreAllMocks()
  removeStored(storageKeys.moneyJournal)
  dropToken()
})

const stored = () => localStorage.getItem(storageKeys.moneyJournal)

test('an act is written down with its amount and nothing secret, until its end is known', () => {
  const key = newActKey()
  journalAct(withdraw, { body: { amount: 100 } }, key)
  expect(JSON.parse(stored() ?? '')).toMatchObject([{ key, act: 'withdraw', amount: 100 }])
  settleAct(key)
  expect(stored()).toBeNull()
  journalAct(sendTrueLink, { body: { link: 'secret' } }, newActKey())
  journalAct(changePassword, { body: { oldPassword: 'secret', newPassword: 'secret2' } }, newActKey())
  expect(stored()).not.toContain('secret')
  expect(JSON.parse(stored() ?? '')).toHaveLength(1)
})

test('this page’s own acts are not told again; a former page’s are; what is broken counts as nothing', () => {
  journalAct(withdraw, { body: { amount: 100 } }, newActKey())
  expect(unsettledActs()).toEqual([])
  const former = { key: newActKey(), act: 'withdraw', at: 1, amount: 5, page: 'another' }
  writeStored(storageKeys.moneyJournal, [former])
  expect(unsettledActs()).toEqual([former])
  writeStored(storageKeys.moneyJournal, [{ ...former, act: 'rob' }])
  expect(unsettledActs()).toEqual([])
})

test('without a session nothing is written', () => {
  dropToken()
  journalAct(withdraw, { body: { amount: 100 } }, newActKey())
  expect(stored()).toBeNull()
})

test('an act is seen to be under way from elsewhere as long as it is', async () => {
  const key = newActKey()
  let finish: (value: string) => void = () => undefined
  const work = vi.fn<() => Promise<string>>(
    () =>
      new Promise<string>((resolve) => {
        finish = resolve
      }),
  )
  const held = holdAct(key, work)
  await vi.waitUntil(() => isUnderWay(key))
  finish('done')
  expect(await held).toBe('done')
  expect(await isUnderWay(key)).toBe(false)
  expect(work).toHaveBeenCalledTimes(1)
})

test('where the browser refuses locks the act is done all the same, once, and its own failure is told', async () => {
  vi.spyOn(navigator.locks, 'request').mockRejectedValue(new DOMException('denied', 'SecurityError'))
  vi.spyOn(navigator.locks, 'query').mockRejectedValue(new DOMException('denied', 'SecurityError'))
  const work = vi.fn<() => Promise<string>>(async () => 'done')
  expect(await holdAct(newActKey(), work)).toBe('done')
  expect(work).toHaveBeenCalledTimes(1)
  const failing = vi.fn<() => Promise<string>>(() => Promise.reject(new Error('refused')))
  await expect(holdAct(newActKey(), failing)).rejects.toThrow('refused')
  expect(failing).toHaveBeenCalledTimes(1)
  expect(await isUnderWay(newActKey())).toBe(false)
})
