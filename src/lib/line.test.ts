import { RESET } from 'jotai/utils'
import { afterEach, expect, test } from 'vitest'
import { goodLineAtom, lineAtom, savingAtom, sparesDataAtom } from './line.ts'
import { store } from './store.ts'

afterEach(() => {
  store.set(savingAtom, RESET)
  store.set(lineAtom, {})
})

const spares = () => store.get(sparesDataAtom)
const isGood = () => store.get(goodLineAtom)

test('the member’s own choice counts before the phone’s', () => {
  expect(store.get(savingAtom)).toBe('system')
  store.set(lineAtom, { effectiveType: '4g' })
  store.set(savingAtom, 'on')
  expect([spares(), isGood()]).toEqual([true, false])
  store.set(lineAtom, { saveData: true })
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
  store.set(lineAtom, line)
  expect(spares()).toBe(sparing)
  expect(isGood()).toBe(good)
})
