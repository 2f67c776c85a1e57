import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { parseConfig } from '../config.ts'
import { areOnePair, makeKeyPair } from '../push-keys.ts'
import { loadPushKeys } from './load-push-keys.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'champa-test-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const load = (settings: Record<string, string> = {}) =>
  loadPushKeys(parseConfig({ DATA_DIR: folder, ...settings }))
const real = {
  SANDBOX: 'off',
  DATABASE_URL: 'postgres://here/champa',
  PUBLIC_ORIGIN: 'https://champa.example',
  DATA_KEYS: Buffer.alloc(32, 1).toString('base64'),
}

test('a sandbox makes its keys once, for this user alone, and processes that start together share them', async () => {
  const [one, other] = await Promise.all([load(), load()])
  expect(one && areOnePair(one)).toBe(true)
  expect(other).toEqual(one)
  expect(await load()).toEqual(one)
  expect((await stat(join(folder, 'push.key'))).mode & 0o777).toBe(0o600)
})

test('a broken file is named, and never replaced', async () => {
  await writeFile(join(folder, 'push.key'), 'nonsense')
  await expect(load()).rejects.toThrow('broken key')
})

test('with real money keys are those of the settings, or there are no notifications', async () => {
  expect(await load(real)).toBeUndefined()
  const { publicKey, privateKey } = makeKeyPair()
  const VAPID_SUBJECT = 'mailto:operator@champa.example'
  const given = { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT }
  expect(await load({ ...real, ...given })).toEqual({ publicKey, privateKey, subject: VAPID_SUBJECT })
  expect(() => parseConfig({ VAPID_PUBLIC_KEY: publicKey })).toThrow('together')
  expect(() => parseConfig({ ...given, VAPID_PRIVATE_KEY: makeKeyPair().privateKey })).toThrow('other half')
  expect(() => parseConfig({ ...given, VAPID_SUBJECT: 'somebody' })).toThrow('VAPID_SUBJECT')
  expect(() => parseConfig({ ...real, PUSH_ORIGINS: 'http://127.0.0.1:9' })).toThrow('PUSH_ORIGINS')
})

test('every generated private key has 32 bytes', () => {
  for (let n = 0; n < 600; n += 1) {
    const keys = makeKeyPair()
    expect(keys.privateKey).toHaveLength(43)
    expect(areOnePair(keys)).toBe(true)
  }
})
