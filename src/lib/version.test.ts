import { expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { appVersion } from './version.ts'

test('the shown version is the released one', () => {
  expect(appVersion).toBe(manifest.version)
})
