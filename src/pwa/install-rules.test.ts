import { expect, test } from 'vitest'
import { installWay, isMomentToOffer, type Phone } from './install-rules.ts'

const phone: Phone = { system: 'android', bound: false, canAsk: false }

test.each([
  ['prompt', { canAsk: true }],
  ['prompt', { canAsk: true, system: 'other' }],
  ['menu', {}],
  ['share', { system: 'ios' }],
  [undefined, { system: 'other' }],
  [undefined, { bound: true, canAsk: true }],
  [undefined, { bound: true, system: 'ios' }],
] as const)('the way is %s for %j', (way, more) => {
  expect(installWay({ ...phone, ...more })).toBe(way)
})

test.each([
  [1, false, false, false],
  [2, false, false, false],
  [3, false, false, true],
  [1, false, true, true],
  [9, true, true, false],
])('visit %i, refused %s, went well %s: %s', (visits, refused, wentWell, offered) => {
  expect(isMomentToOffer({ visits, refused }, wentWell)).toBe(offered)
})
