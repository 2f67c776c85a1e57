import { expect, test } from 'vitest'
import { obstacleOf, type PushBrowser } from './push-rules.ts'

const phone: PushBrowser = {
  system: 'android',
  isEmbedded: false,
  isInstalled: false,
  canPush: true,
  permission: 'default',
}

test.each([
  [undefined, {}],
  [undefined, { permission: 'granted' }],
  [undefined, { system: 'ios', isInstalled: true }],
  ['denied', { permission: 'denied' }],
  ['missing', { canPush: false }],
  ['missing', { canPush: false, system: 'other', permission: undefined }],
  ['not-installed', { canPush: false, system: 'ios' }],
  ['old-ios', { canPush: false, system: 'ios', isInstalled: true }],
  ['embedded', { isEmbedded: true }],
  ['embedded', { isEmbedded: true, canPush: false, system: 'ios' }],
] as const)('%s stands in the way of %j', (obstacle, more) => {
  expect(obstacleOf({ ...phone, ...more })).toBe(obstacle)
})
