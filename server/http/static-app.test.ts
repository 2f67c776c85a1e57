import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { afterAll, describe, expect, test } from 'vitest'
import type { ServerEnv } from './server-env.ts'
import { staticApp } from './static-app.ts'

const folder = mkdtempSync(join(tmpdir(), 'champa-dist-'))
const script = 'console.info("champa");'.repeat(200)
const page = '<!doctype html><title>Champa</title>'
mkdirSync(join(folder, 'assets'))
writeFileSync(join(folder, 'index.html'), page)
writeFileSync(join(folder, 'sw.js'), 'self')
writeFileSync(join(folder, 'manifest.webmanifest'), '{}')
writeFileSync(join(folder, '.built-from'), 'secret')
writeFileSync(join(folder, 'help.mp4'), '0123456789')
writeFileSync(join(folder, 'assets/app-1a2b.js'), script)
writeFileSync(join(folder, 'assets/app-1a2b.js.br'), brotliCompressSync(script))
writeFileSync(join(folder, 'assets/plain-1a2b.css'), script)
mkdirSync(join(folder, 'former'))
writeFileSync(join(folder, 'former/app-0z9y.js'), 'of the release before')
afterAll(() => rmSync(folder, { recursive: true }))

const hono = new Hono<ServerEnv>().all(
  '*',
  staticApp(folder, (page) => `default-src 'self'; page ${page.length}`),
)
const get = (path: string, headers: Record<string, string> = {}) => hono.request(path, { headers })

describe('the built app', () => {
  test.each(['/', '/login', '/register?code=PR1', '/user', '/user/home', '/user/spin', '/terminated'])(
    'its page is at %s',
    async (path) => {
      const response = await get(path)
      expect([response.status, await response.text()]).toEqual([200, page])
      expect(response.headers.get('cache-control')).toBe('no-cache')
      expect(response.headers.get('content-type')).toContain('text/html')
    },
  )

  test('what only the release before had is still at its place, for good', async () => {
    const response = await get('/assets/app-0z9y.js')
    expect([response.status, await response.text()]).toEqual([200, 'of the release before'])
    expect(response.headers.get('cache-control')).toContain('immutable')
  })

  test('at an address that is none the page comes with 404', async () => {
    const response = await get('/nowhere')
    expect([response.status, await response.text()]).toEqual([404, page])
  })

  test.each(['/assets/gone-1a2b.js', '/nothing.png', '/assets/', '/.built-from', '/assets/app-1a2b.js.br'])(
    '%s is no page and no file',
    async (path) => {
      const response = await get(path)
      expect([response.status, await response.text()]).toEqual([404, 'Not Found'])
    },
  )

  test.each([
    '/..%2f..%2fpackage.json',
    '/%2e%2e/package.json',
    '/assets/..%5c..%5cpackage.json',
    '/%E0%A4%A',
  ])('nothing outside is reached by %s', async (path) => {
    expect((await get(path)).status).toBe(404)
  })

  test('hashed files are kept for ever; the page, the worker and the manifest are asked for each time', async () => {
    const caching = async (path: string) => (await get(path)).headers.get('cache-control')
    expect(await caching('/assets/app-1a2b.js')).toBe('public, max-age=31536000, immutable')
    expect(await caching('/sw.js')).toBe('no-cache')
    expect(await caching('/manifest.webmanifest')).toBe('no-cache')
    expect((await get('/manifest.webmanifest')).headers.get('content-type')).toBe('application/manifest+json')
  })

  test('what the build compressed is sent so, the rest by gzip, to whoever takes it', async () => {
    const brotli = await get('/assets/app-1a2b.js', { 'accept-encoding': 'gzip, br' })
    expect(brotli.headers.get('content-encoding')).toBe('br')
    expect(brotli.headers.get('content-type')).toContain('javascript')
    expect(brotli.headers.get('vary')).toBe('Accept-Encoding')
    const zipped = await get('/assets/plain-1a2b.css', { 'accept-encoding': 'gzip, br' })
    expect(zipped.headers.get('content-encoding')).toBe('gzip')
    expect(gunzipSync(Buffer.from(await zipped.arrayBuffer())).toString()).toBe(script)
    const plain = await get('/assets/app-1a2b.js')
    expect([plain.headers.get('content-encoding'), await plain.text()]).toEqual([null, script])
  })

  test('what is known is not sent again', async () => {
    const etag = (await get('/login')).headers.get('etag') ?? ''
    const again = await get('/login', { 'if-none-match': etag })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  test('a video can be asked for in pieces', async () => {
    const piece = async (range: string) => {
      const response = await get('/help.mp4', { range })
      return [response.status, response.headers.get('content-range'), await response.text()]
    }
    expect(await piece('bytes=2-4')).toEqual([206, 'bytes 2-4/10', '234'])
    expect(await piece('bytes=7-')).toEqual([206, 'bytes 7-9/10', '789'])
    expect(await piece('bytes=-3')).toEqual([206, 'bytes 7-9/10', '789'])
    expect(await piece('bytes=0-99')).toEqual([206, 'bytes 0-9/10', '0123456789'])
    expect(await piece('bytes=20-')).toEqual([416, 'bytes */10', ''])
    expect((await get('/help.mp4')).headers.get('accept-ranges')).toBe('bytes')
  })

  test('nothing is written to it', async () => {
    expect((await hono.request('/login', { method: 'POST' })).status).toBe(405)
  })

  test('before the first build it says so', async () => {
    const empty = new Hono<ServerEnv>().all(
      '*',
      staticApp(join(folder, 'nowhere'), () => ''),
    )
    const response = await empty.request('/')
    expect([response.status, await response.text()]).toEqual([404, 'The app is not built yet'])
  })
})
