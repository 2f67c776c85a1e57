import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { DAY, later } from '../clock.ts'
import { parseConfig } from '../config.ts'
import { describeOnEmbedded } from '../database/test-database.ts'
import { encryptFile } from '../encryption/encrypt-file.ts'
import { createKeyring } from '../encryption/keyring.ts'
import { openTestApp } from '../http/test-app.ts'
import { s3Store } from './s3-store.ts'
import { startS3 } from './test-s3.ts'

const [one, two] = [randomBytes(32), randomBytes(32)]
const keys = createKeyring([one])
const secret = 'a/secret+with=signs'
let s3: Awaited<ReturnType<typeof startS3>>
beforeAll(async () => {
  s3 = await startS3({ secret, pageSize: 2 })
})
beforeEach(() => {
  s3.objects.clear()
  s3.calls.length = 0
})
afterAll(() => s3?.stop())

const storeAt = (url: string, ring = keys) => s3Store(parseConfig({ FILES_URL: url }).filesUrl!, ring)
const open = (ring = keys) => storeAt(s3.urlOf('uploads/champa'), ring)
const bytesOf = async (name: string, ring = keys) => {
  const file = await open(ring).open(name)
  return file && Buffer.from(await file.read(0, file.size))
}
const text = (length: number) => new Uint8Array(Buffer.alloc(length, 'what nobody else may read. '))
const all = async <T>(items: AsyncIterable<T>) => {
  const found: T[] = []
  for await (const item of items) found.push(item)
  return found
}

test('an upload is stored encrypted, read in parts, and removed', async () => {
  const store = open()
  const name = await store.write(text(200_000), 'png')
  expect(name).toMatch(/^[0-9a-f]{48}\.png$/u)
  expect([...s3.objects.keys()]).toEqual([`champa/${keys.current.id}/${name}`])
  expect([...s3.objects.values()][0]?.bytes.includes('nobody else')).toBe(false)
  const file = await store.open(name)
  expect(file?.size).toBe(200_000)
  expect(await file?.read(70_000, 70_100)).toEqual(text(200_000).subarray(70_000, 70_100))
  expect(await file?.read(5, 5)).toEqual(new Uint8Array())
  expect(await bytesOf(name)).toEqual(Buffer.from(text(200_000)))
  await store.remove(name)
  expect(s3.objects.size).toBe(0)
  expect(await store.open(name)).toBeNull()
  await expect(file?.read(0, 10)).rejects.toThrow('The file ended early')
  await store.remove(name)
})

test('no other name reaches the store, whatever it asks for', async () => {
  for (const name of ['../secret.png', 'x.png', `${'a'.repeat(48)}.png/../b`, '']) {
    expect(await open().open(name)).toBeNull()
    await open().remove(name)
  }
  expect(s3.calls).toEqual([])
})

test('a busy store is asked again; one that refuses is an error without its secrets', async () => {
  s3.state.failures = 2
  const name = await open().write(text(10), 'png')
  expect(await bytesOf(name)).toEqual(Buffer.from(text(10)))
  const stranger = storeAt(s3.urlOf('uploads/champa', 'another secret'))
  const refused = [
    () => stranger.write(text(10), 'png'),
    () => stranger.open(name),
    () => stranger.remove(name),
  ]
  for (const call of refused)
    await expect(call()).rejects.toThrow(/^FILES_URL: the store answered \w+ with 403$/u)
  expect(s3.objects.size).toBe(1)
  await expect(storeAt(s3.urlOf('nothing')).write(text(10), 'png')).rejects.toThrow('no such bucket')
})

test('files of an older key, and those copied from a folder, are encrypted again once', async () => {
  const old = await Promise.all([1, 2, 3].map((size) => open().write(text(size), 'jpg')))
  const copied = `${'c'.repeat(48)}.gif`
  s3.objects.set(`champa/${copied}`, {
    bytes: Buffer.from(encryptFile(keys, copied, text(4))),
    writtenAt: new Date(),
  })
  expect(await bytesOf(copied)).toEqual(Buffer.from(text(4)))
  const ring = createKeyring([two, one])
  const idle = new AbortController().signal
  expect(await open(ring).reencrypt(idle)).toEqual({ renewed: 4, failed: 0 })
  expect([...s3.objects.keys()].every((name) => name.startsWith(`champa/${ring.current.id}/`))).toBe(true)
  expect(await open(ring).reencrypt(idle)).toEqual({ renewed: 0, failed: 0 })
  const latest = createKeyring([two])
  for (const [index, name] of old.entries())
    expect(await bytesOf(name, latest)).toEqual(Buffer.from(text(index + 1)))
  expect(await bytesOf(copied, latest)).toEqual(Buffer.from(text(4)))
  // What no key can read stays where it is, and is told.
  expect(await open(createKeyring([randomBytes(32)])).reencrypt(idle)).toEqual({ renewed: 0, failed: 4 })
  expect(s3.objects.size).toBe(4)
})

test('a file that another key encrypts cannot be read, and is not missing', async () => {
  const newer = createKeyring([two, one])
  const name = await open(newer).write(text(10), 'png')
  await open().write(text(10), 'png')
  // As in a process that does not know the newest key yet.
  await expect(open().open(name)).rejects.toThrow(`needs the key ${newer.current.id}`)
  expect(await open().open(`${'0'.repeat(48)}.png`)).toBeNull()
  await expect(storeAt(s3.urlOf('nothing')).open(name)).rejects.toThrow('no such bucket')
})

test('a file that is encrypted again while it is looked for is found', async () => {
  const name = await open().write(text(10), 'png')
  const newer = createKeyring([two, one])
  s3.state.onCall = async (call) => {
    if (!call.startsWith('HEAD') || !call.includes(newer.current.id)) return
    s3.state.onCall = undefined
    await open(newer).reencrypt(new AbortController().signal)
  }
  expect(await bytesOf(name, newer)).toEqual(Buffer.from(text(10)))
})

test('a file of an older key is removed as well', async () => {
  const name = await open().write(text(10), 'png')
  await open(createKeyring([two, one])).remove(name)
  expect(s3.objects.size).toBe(0)
})

test('files written before a time are listed, page by page', async () => {
  const names = await Promise.all([1, 2, 3, 4, 5].map((size) => open().write(text(size), 'png')))
  const now = new Date()
  for (const [place, stored] of s3.objects)
    if (!place.endsWith(names[4] ?? '')) stored.writtenAt = later(now, -2 * DAY)
  const before = await all(open().writtenBefore(later(now, -DAY)))
  expect(before.toSorted()).toEqual(names.slice(0, 4).toSorted())
})

describeOnEmbedded('a server with FILES_URL', (openDatabase) => {
  test('keeps uploads there, and hands them out in ranges', async () => {
    const t = await openTestApp(openDatabase, {
      settings: { FILES_URL: s3.urlOf('uploads'), DATA_DIR: '/dev/null/none' },
      seeded: true,
    })
    const form = new FormData()
    form.set('file', new File([readFileSync('public/icons/icon-192.png')], 'a.png'))
    const sent = await t.app.request('/api/chat/upload-image', { method: 'POST', body: form })
    expect(sent.status).toBe(200)
    expect(s3.objects.size).toBe(1)
    const [place = ''] = s3.objects.keys()
    const link = `/api/files/${place.split('/').at(-1)}`
    const whole = await t.app.request(link)
    expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'image/png'])
    const picture = Buffer.from(await whole.arrayBuffer())
    const part = await t.app.request(link, { headers: { range: 'bytes=1-3' } })
    expect([part.status, await part.text()]).toEqual([206, picture.subarray(1, 4).toString()])
    expect((await t.app.request(`/api/files/${'0'.repeat(48)}.png`)).status).toBe(404)
  })
})
