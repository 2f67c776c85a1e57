import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { Hono, type MiddlewareHandler } from 'hono'
import { afterAll, describe, expect, test } from 'vitest'
import type { ServerEnv } from '../server-env.ts'
import { staticApp } from './static-app.ts'

const folder = mkdtempSync(join(tmpdir(), 'champa-dist-'))
const script = 'console.info("champa");'.repeat(200)
const page = '<!doctype html><title>Champa</title>'
mkdirSync(join(folder, 'assets'))
writeFileSync(join(folder, 'index.html'), page)
writeFileSync(join(folder, 'sw.js'), 'self')
const pages = ['/login', '/register', '/user/home', '/user/spin', '/terminated']
writeFileSync(join(folder, 'pages.json'), JSON.stringify(pages))
writeFileSync(join(folder, '.built-from'), 'secret')
writeFileSync(join(folder, 'help.mp4'), '0123456789')
writeFileSync(join(folder, 'assets/app-1a2b.js'), script)
writeFileSync(join(folder, 'assets/app-1a2b.js.br'), brotliCompressSync(script))
writeFileSync(join(folder, 'assets/app-1a2b.js.gz'), gzipSync(script))
writeFileSync(join(folder, 'assets/plain-1a2b.css'), script)
writeFileSync(join(folder, 'assets/plain-1a2b.css.gz'), gzipSync(script))
writeFileSync(join(folder, 'film.vtt'), 'WEBVTT')
mkdirSync(join(folder, 'former'))
writeFileSync(join(folder, 'former/app-0z9y.js'), 'of the release before')
afterAll(() => rmSync(folder, { recursive: true }))

const rulesOf =
  (page: string): MiddlewareHandler<ServerEnv> =>
  async (c, next) => {
    await next()
    c.header('Content-Security-Policy', `page of ${page.length}`)
  }
const standIn = (path: string) => (path === '/worker.js' ? '/sw.js' : path)
const hono = new Hono<ServerEnv>().route('/', staticApp(folder, rulesOf, standIn))
const get = (path: string, headers: Record<string, string> = {}) => hono.request(path, { headers })

describe('the built app', () => {
  test.each(['/', '/login', '/register?code=PR1', '/user', '/user/home', '/user/spin/', '/terminated'])(
    'its page is at %s',
    async (path) => {
      const response = await get(path)
      expect([response.status, await response.text()]).toEqual([200, page])
      expect(response.headers.get('cache-control')).toBe('no-cache')
      expect(response.headers.get('content-type')).toContain('text/html')
    },
  )

  test('files that only the previous release had stay available, marked as immutable', async () => {
    const response = await get('/assets/app-0z9y.js')
    expect([response.status, await response.text()]).toEqual([200, 'of the release before'])
    expect(response.headers.get('cache-control')).toContain('immutable')
  })

  test.each([
    '/nowhere',
    '/user/nowhere',
    '/%zz',
    '/user/%E0%A4%A',
    '/%00',
    '/%ff/',
    '/%E0%B8%81',
    `/${'x'.repeat(5000)}`,
  ])('an unknown address, %s, gets the page with 404', async (path) => {
    const response = await get(path)
    expect([response.status, await response.text()]).toEqual([404, page])
    // Not cached in place of a file that may come.
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  test('while the list of the app’s addresses is being written, none of them is reported as unknown', async () => {
    const list = join(folder, 'pages.json')
    const whole = readFileSync(list, 'utf8')
    try {
      writeFileSync(list, whole.slice(0, 5))
      utimesSync(list, new Date(), new Date(Date.now() + 5000))
      expect((await get('/user/home')).status).toBe(200)
    } finally {
      writeFileSync(list, whole)
      utimesSync(list, new Date(), new Date(Date.now() + 10_000))
    }
    expect((await get('/user/nowhere')).status).toBe(404)
  })

  test.each(['/assets/gone-1a2b.js', '/nothing.png', '/assets/', '/.built-from', '/assets/app-1a2b.js.br'])(
    '%s is no page and no file',
    async (path) => {
      const response = await get(path)
      expect([response.status, await response.text()]).toEqual([404, 'Not Found'])
    },
  )

  test('an address of 16 KB is answered at once', async () => {
    let fastest = Infinity
    for (let times = 0; times < 3; times += 1) {
      const began = performance.now()
      expect((await get(`/${'.'.repeat(15_900)}/x`)).status).toBe(404)
      fastest = Math.min(fastest, performance.now() - began)
    }
    // In ms. A search in quadratic time takes hundreds.
    expect(fastest).toBeLessThan(60)
  })

  test('a navigation to an address that looks like a file gets the page with 404', async () => {
    const response = await get('/foo.bar', { 'sec-fetch-mode': 'navigate' })
    expect([response.status, await response.text()]).toEqual([404, page])
  })

  test.each(['/assets/gone-1a2b.js', '/.built-from', '/assets/app-1a2b.js.br'])(
    'nor is %s a page for whoever comes by it',
    async (path) => {
      expect(await (await get(path, { 'sec-fetch-mode': 'navigate' })).text()).toBe('Not Found')
    },
  )

  test.each([
    '/..%2f..%2fpackage.json',
    '/%2e%2e/package.json',
    '/assets/..%5c..%5cpackage.json',
    '/%E0%A4%A',
  ])('nothing outside the folder is reached by %s', async (path) => {
    expect((await get(path)).status).toBe(404)
  })

  test('hashed files are cached for ever; the page and the worker are revalidated each time', async () => {
    const caching = async (path: string) => (await get(path)).headers.get('cache-control')
    expect(await caching('/assets/app-1a2b.js')).toBe('public, max-age=31536000, immutable')
    expect(await caching('/sw.js')).toBe('no-cache')
    expect(await caching('/login')).toBe('no-cache')
  })

  test('what the build compressed is sent compressed to clients that accept it', async () => {
    const brotli = await get('/assets/app-1a2b.js', { 'accept-encoding': 'gzip, br' })
    expect(brotli.headers.get('content-encoding')).toBe('br')
    expect(brotli.headers.get('content-type')).toContain('javascript')
    expect(brotli.headers.get('vary')).toBe('Accept-Encoding')
    const zipped = await get('/assets/plain-1a2b.css', { 'accept-encoding': 'gzip, br' })
    expect(zipped.headers.get('content-encoding')).toBe('gzip')
    expect(gunzipSync(Buffer.from(await zipped.arrayBuffer())).toString()).toBe(script)
    const old = await get('/assets/app-1a2b.js', { 'accept-encoding': 'gzip, deflate' })
    expect(old.headers.get('content-encoding')).toBe('gzip')
    const plain = await get('/assets/app-1a2b.js')
    expect([plain.headers.get('content-encoding'), await plain.text()]).toEqual([null, script])
  })

  test('an unchanged file is answered with 304', async () => {
    const etag = (await get('/login')).headers.get('etag') ?? ''
    const again = await get('/login', { 'if-none-match': etag })
    expect([again.status, await again.text()]).toEqual([304, ''])
    expect(again.headers.get('cache-control')).toBe('no-cache')
    expect(again.headers.get('content-security-policy')).toBe(`page of ${page.length}`)
    expect((await get('/login', { 'if-none-match': '"another"' })).status).toBe(200)
  })

  test('a page’s security policy matches its content, also on a 404', async () => {
    const rules = async (path: string) => (await get(path)).headers.get('content-security-policy')
    expect([await rules('/login'), await rules('/nowhere')]).toEqual([
      `page of ${page.length}`,
      `page of ${page.length}`,
    ])
    expect(await rules('/help.mp4')).toBeNull()
    // The worker fetches on the page's behalf.
    expect(await rules('/sw.js')).toBe(`page of ${page.length}`)
    const built = mkdtempSync(join(tmpdir(), 'champa-built-'))
    const rebuilt = new Hono<ServerEnv>().route('/', staticApp(built, rulesOf))
    for (const [second, text] of ['first', 'another'].entries()) {
      writeFileSync(join(built, 'index.html'), text)
      utimesSync(join(built, 'index.html'), second + 1, second + 1)
      const response = await rebuilt.request('/user/home')
      expect(response.headers.get('content-security-policy')).toBe(`page of ${text.length}`)
      expect(await response.text()).toBe(text)
    }
    rmSync(built, { recursive: true })
  })

  test('one file may replace another', async () => {
    expect(await (await get('/worker.js')).text()).toBe('self')
  })

  test('HEAD sends no body', async () => {
    const head = await hono.request('/help.mp4', { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    expect(head.headers.get('content-length')).toBe('10')
    expect(head.headers.get('content-type')).toBe('video/mp4')
  })

  test('captions are text in UTF-8', async () => {
    expect((await get('/film.vtt')).headers.get('content-type')).toBe('text/vtt; charset=utf-8')
  })

  test('a video can be requested in ranges', async () => {
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
    // An ETag of the range would make every range look like another film.
    const piecewise = await get('/help.mp4', { range: 'bytes=2-4' })
    expect(piecewise.headers.get('etag')).toBeNull()
    expect(piecewise.headers.get('last-modified')).not.toBeNull()
  })

  test('writing to it is refused', async () => {
    expect((await hono.request('/login', { method: 'POST' })).status).toBe(405)
  })

  test('before the first build it says so', async () => {
    const empty = new Hono<ServerEnv>().route('/', staticApp(join(folder, 'nowhere'), rulesOf))
    const response = await empty.request('/')
    expect([response.status, await response.text()]).toEqual([404, 'The app is not built yet'])
  })
})
