import { afterEach, expect, test } from 'vitest'
import { chooseSaving, chosenSaving, isGoodLine, sparesData } from './line.ts'

afterEach(() => chooseSaving('system'))

test('the member’s own choice counts before the phone’s', () => {
  const [quick, saving] = [{ effectiveType: '4g' }, { saveData: true }]
  expect(chosenSaving()).toBe('system')
  chooseSaving('on')
  expect([sparesData(quick), isGoodLine(quick)]).toEqual([true, false])
  chooseSaving('off')
  expect([sparesData(saving), isGoodLine(saving)]).toEqual([false, true])
  chooseSaving('system')
  expect(sparesData(saving)).toBe(true)
})

test.each([
  ['nothing is known', undefined, false, true],
  ['a quick line', { saveData: false, effectiveType: '4g' }, false, true],
  ['the phone saves data', { saveData: true, effectiveType: '4g' }, true, false],
  ['a middling line', { effectiveType: '3g' }, false, false],
  ['a slow line', { effectiveType: '2g' }, true, false],
  ['a very slow line', { effectiveType: 'slow-2g' }, true, false],
])('%s', (_, line, spares, good) => {
  expect(sparesData(line)).toBe(spares)
  expect(isGoodLine(line)).toBe(good)
})
