import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DAY, HOUR, later } from '../clock.ts'
import { UNFINISHED } from '../durable-file.ts'
import { createKeyring } from '../encryption/keyring.ts'
import { diskStore } from './disk-store.ts'

const [one, two] = [randomBytes(32), randomBytes(32)]
const bytes = new Uint8Array(randomBytes(10))
let outside: string
let folder: string

beforeEach(() => {
  outside = mkdtempSync(join(tmpdir(), 'champa-disk-'))
  folder = join(outside, 'files')
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(outside, { recursive: true })
})

const storeOf = (...secrets: Uint8Array[]) => diskStore(folder, createKeyring(secrets))
const again = () => storeOf(two, one).reencrypt(new AbortController().signal)

test('no other name reaches the disk, whatever it asks for', async () => {
  const store = storeOf(one)
  await store.write(bytes, 'png')
  writeFileSync(join(outside, 'secret.png'), bytes)
  expect(await store.open('../secret.png')).toBeNull()
  await store.remove('../secret.png')
  expect(existsSync(join(outside, 'secret.png'))).toBe(true)
})

test('a file that is encrypted again is as old as it was, and goes when it would have gone', async () => {
  const name = await storeOf(one).write(bytes, 'png')
  const then = later(new Date(), -40 * DAY)
  utimesSync(join(folder, name), then, then)
  expect(await again()).toEqual({ renewed: 1, failed: 0 })
  const old: string[] = []
  for await (const each of storeOf(two).writtenBefore(later(new Date(), -30 * DAY))) old.push(each)
  expect(old).toEqual([name])
})

test('what an interrupted write has left goes after an hour; what is being written stays', async () => {
  await storeOf(one).write(bytes, 'png')
  const unfinished = `a.png.12${UNFINISHED}`
  writeFileSync(join(folder, unfinished), bytes)
  await again()
  expect(readdirSync(folder)).toContain(unfinished)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + HOUR + 1000 })
  await again()
  expect(readdirSync(folder)).not.toContain(unfinished)
})
