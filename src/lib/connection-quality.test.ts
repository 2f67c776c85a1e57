import { RESET } from 'jotai/utils'
import { afterEach, expect, test } from 'vitest'
import { mayPrefetchAtom, connectionQualityAtom, savingAtom, isDataSaverAtom } from './connection-quality.ts'
import { store } from './store.ts'

afterEach(() => {
  store.set(savingAtom, RESET)
  store.set(connectionQualityAtom, {})
})

const spares = () => store.get(isDataSaverAtom)
const isGood = () => store.get(mayPrefetchAtom)

test('the member’s own choice counts before the phone’s', () => {
  expect(store.get(savingAtom)).toBe('system')
  store.set(connectionQualityAtom, { effectiveType: '4g' })
  store.set(savingAtom, 'on')
  expect([spares(), isGood()]).toEqual([true, false])
  store.set(connectionQualityAtom, { saveData: true })
  store.set(savingAtom, 'off')
  expect([spares(), isGood()]).toEqual([false, true])
  store.set(savingAtom, RESET)
  expect(spares()).toBe(true)
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
  expect(spares()).toBe(sparing)
  expect(isGood()).toBe(good)
})
