import { RESET } from 'jotai/utils'
import { afterEach, expect, test } from 'vitest'
import { connectionQualityAtom, savingAtom, isDataSaverAtom } from './connection-quality.ts'
import { store } from '#lib/store.ts'

afterEach(() => {
  store.set(savingAtom, RESET)
  store.set(connectionQualityAtom, {})
})

const isDataSaver = () => store.get(isDataSaverAtom)

test('the member’s choice overrides the phone’s', () => {
  expect(store.get(savingAtom)).toBe('system')
  store.set(connectionQualityAtom, { effectiveType: '4g' })
  store.set(savingAtom, 'on')
  expect(isDataSaver()).toBe(true)
  store.set(connectionQualityAtom, { saveData: true })
  store.set(savingAtom, 'off')
  expect(isDataSaver()).toBe(false)
  store.set(savingAtom, RESET)
  expect(isDataSaver()).toBe(true)
})

test.each([
  ['nothing is known', {}, false],
  ['a quick line', { saveData: false, effectiveType: '4g' }, false],
  ['the phone saves data', { saveData: true, effectiveType: '4g' }, true],
  ['a middling line', { effectiveType: '3g' }, false],
  ['a slow line', { effectiveType: '2g' }, true],
  ['a very slow line', { effectiveType: 'slow-2g' }, true],
])('%s', (_, line, sparing) => {
  store.set(connectionQualityAtom, line)
  expect(isDataSaver()).toBe(sparing)
})
