import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { store } from '#lib/store.ts'
import { updateAtom } from './update-atom.ts'
import { lookForRelease } from './update.ts'
import { connectionAtom } from './use-connection.ts'

beforeEach(() => void vi.stubGlobal('navigator', {}))
afterEach(() => {
  vi.unstubAllGlobals()
  store.set(connectionAtom, 'online')
  store.set(updateAtom, undefined)
})

test.each([
  ['online', true],
  ['slow', true],
  ['offline', false],
  ['down', false],
] as const)(
  'a file that is missing while the connection is %s speaks of a newer version: %s',
  async (connection, isOffered) => {
    store.set(connectionAtom, connection)
    await lookForRelease()
    expect(store.get(updateAtom)?.isNeeded ?? false).toBe(isOffered)
  },
)
