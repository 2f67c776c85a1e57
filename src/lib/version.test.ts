import { expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { appVersion } from './version.ts'

test('the version shown is the one released', () => {
  expect(appVersion).toBe(manifest.version)
})
