import { RESET } from 'jotai/utils'
import { afterEach, expect, test } from 'vitest'
import { mayPrefetchAtom, connectionQualityAtom, savingAtom, isDataSaverAtom } from './connection-quality.ts'
import { store } from '#lib/store.ts'

afterEach(() => {
  store.set(savingAtom, RESET)
  store.set(connectionQualityAtom, {})
})

const isDataSaver = () => store.get(isDataSaverAtom)
const isGood = () => store.get(mayPrefetchAtom)

test('the member’s choice overrides the phone’s', () => {
  expect(store.get(savingAtom)).toBe('system')
  store.set(connectionQualityAtom, { effectiveType: '4g' })
  store.set(savingAtom, 'on')
  expect([isDataSaver(), isGood()]).toEqual([true, false])
  store.set(connectionQualityAtom, { saveData: true })
  store.set(savingAtom, 'off')
  expect([isDataSaver(), isGood()]).toEqual([false, true])
  store.set(savingAtom, RESET)
  expect(isDataSaver()).toBe(true)
})

test.each([
  ['nothing is known', {}, false, true],
  ['a quick line', { saveData: false, effectiveType: '4g' }, false, true],
  ['the phone saves data', { saveData: true, effectiveType: '4g' }, true, false],
  ['a middling line', { effectiveType: '3g' }, false, false],
  ['a slow line', { effectiveType: '2g' }, true, false],
  ['a very slow line', { effectiveType: 'slow-2g' }, true, false],
])('%s', (_, line, sparing, good) => {
  store.set(connectionQualityAtom, line)
  expect(isDataSaver()).toBe(sparing)
  expect(isGood()).toBe(good)
})
