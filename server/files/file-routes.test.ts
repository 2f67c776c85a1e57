import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MINUTE } from '../clock.ts'
import { describeOnEmbedded } from '../database/test-database.ts'
import { openTestApp, type TestApp } from '../http/test-app.ts'
import { createProviders } from '../providers/create-providers.ts'
import { fileLink, type FileStore } from './store.ts'

describeOnEmbedded('uploads are handed out', (open) => {
  const bytes = new Uint8Array(randomBytes(300_000))
  /** The ranges read from disk, as `from-to`. */
  const reads: string[] = []
  let t: TestApp
  let name = ''
  let etag = ''

  const watched = (files: FileStore): FileStore => ({
    ...files,
    async open(wanted) {
      const file = await files.open(wanted)
      return (
        file && {
          size: file.size,
          read: (start, end) => {
            reads.push(`${start}-${end}`)
            return file.read(start, end)
          },
        }
      )
    },
  })

  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'champa-files-'))
    afterAll(() => rm(folder, { recursive: true, force: true }))
    t = await openTestApp(open, {
      settings: { DATA_DIR: folder, REQUESTS_PER_MINUTE: '15' },
      providers: (...given) => {
        const real = createProviders(...given)
        return { ...real, files: watched(real.files) }
      },
    })
    name = await t.context.providers.files.write(bytes, 'png')
    etag = `"${name}"`
  })

  const get = (headers: Record<string, string> = {}, method = 'GET') => {
    reads.length = 0
    return t.app.request(fileLink(name), { headers, method })
  }
  const bodyOf = async (response: Response) => new Uint8Array(await response.arrayBuffer())

  test('a whole file is streamed in parts', async () => {
    const response = await get()
    expect(response.status).toBe(200)
    expect(response.headers.get('content-length')).toBe('300000')
    expect(response.headers.get('accept-ranges')).toBe('bytes')
    // No cache that others share keeps it, and nothing in it runs.
    expect(response.headers.get('cache-control')).toMatch(/^private, /u)
    expect(response.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    expect(reads).toEqual([])
    const reader = response.body?.getReader()
    expect((await reader?.read())?.value?.byteLength).toBe(65_536)
    expect(reads).toEqual(['0-65536'])
    await reader?.cancel()
    expect(await bodyOf(await get())).toEqual(bytes)
    expect(reads.at(-1)).toBe('262144-300000')
  })

  test.each([
    ['bytes=0-0', 0, 1],
    ['bytes=100000-250000', 100_000, 250_001],
    ['bytes=299990-', 299_990, 300_000],
    ['bytes=-7', 299_993, 300_000],
    ['bytes=5-999999999999999999999', 5, 300_000],
  ])('%s returns that range and reads no more', async (Range, start, end) => {
    const response = await get({ Range })
    expect(response.status).toBe(206)
    expect(response.headers.get('content-range')).toBe(`bytes ${start}-${end - 1}/300000`)
    expect(response.headers.get('content-length')).toBe(String(end - start))
    expect(await bodyOf(response)).toEqual(bytes.slice(start, end))
    expect(reads[0]).toMatch(new RegExp(`^${start}-`, 'u'))
    expect(reads.at(-1)).toMatch(new RegExp(`-${end}$`, 'u'))
  })

  test.each(['bytes=300000-', 'bytes=-0'])('%s cannot be satisfied', async (Range) => {
    const response = await get({ Range })
    expect(response.status).toBe(416)
    expect(response.headers.get('content-range')).toBe('bytes */300000')
    expect(reads).toEqual([])
  })

  test.each(['bytes=a-b', 'lines=0-5', 'bytes=0-1,5-6'])('%s returns the whole file', async (Range) => {
    const response = await get({ Range })
    expect(response.status).toBe(200)
    await response.body?.cancel()
  })

  test('a range of an outdated version returns the whole file, and a known file is not sent again', async () => {
    const Range = 'bytes=1-2'
    expect((await get({ Range, 'If-Range': etag })).status).toBe(206)
    expect((await get({ Range, 'If-Range': '"another"' })).status).toBe(200)
    expect((await get({ Range, 'If-Range': new Date().toUTCString() })).status).toBe(200)
    expect((await get()).headers.get('etag')).toBe(etag)
    for (const known of [etag, `W/${etag}`, `"another", ${etag}`, '*']) {
      const response = await get({ 'If-None-Match': known })
      expect([response.status, await response.text()]).toEqual([304, ''])
    }
    expect((await get({ 'If-None-Match': '"another"' })).status).toBe(200)
    const head = await get({}, 'HEAD')
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '300000'])
    expect(reads).toEqual([])
  })

  test('an address has a limit of simultaneous files and of files per minute', async () => {
    t.clock.advance(MINUTE)
    const readers = []
    for (let count = 0; count < 100; count += 1) {
      const reader = (await get()).body?.getReader()
      await reader?.read()
      readers.push(reader)
    }
    expect((await get()).status).toBe(429)
    await readers[0]?.cancel()
    await readers[0]?.cancel()
    const next = await get()
    expect(next.status).toBe(200)
    await next.body?.cancel()
    for (const reader of readers) await reader?.cancel()

    for (let count = 102; count < 150; count += 1) expect((await get({}, 'HEAD')).status).toBe(200)
    const refused = await get({}, 'HEAD')
    expect(refused.status).toBe(429)
    t.clock.advance(MINUTE)
    expect((await get({}, 'HEAD')).status).toBe(200)
  })

  test('a file that ends early aborts the response, and no longer counts as open', async () => {
    const response = await get()
    const reader = response.body?.getReader()
    await reader?.read()
    await rm(join(t.context.config.dataDir, 'files', name))
    await expect(reader?.read()).rejects.toThrow('ENOENT')
    expect((await get()).status).toBe(404)
  })
})
