import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { build } from 'vite'
import { expect, onTestFinished, test } from 'vitest'
import { pagePolicy } from '../../../scripts/vite-page-policy.ts'
import { parseEnv } from '../../../src/lib/parse-env.ts'
import { parseConfig } from '../../config.ts'
import { securityHeaders } from './security-headers.ts'
import type { ServerEnv } from '../server-env.ts'

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** The final headers of a response, after the handler has set its own. */
async function headersOf(page?: string, own: Record<string, string> = {}, config = parseConfig({})) {
  const hono = new Hono<ServerEnv>().use(securityHeaders(config, page)).get('/', (c) => c.text('', 200, own))
  return (await hono.request('/')).headers
}
const policyOf = async (page?: string) => (await headersOf(page)).get('content-security-policy')

test('exactly the page’s inline scripts and styles are allowed', async () => {
  const page = '<script>boot()</script><style>a{}\nb{}</style><script src="/assets/app.js"></script>'
  const policy = await policyOf(page)
  expect(policy).toContain(`script-src 'self' ${hash('boot()')};`)
  expect(policy).toContain(`style-src 'self' ${hash('a{}\nb{}')};`)
})

test('nothing inline is allowed by default, and eval is not', async () => {
  expect(await policyOf()).toMatch(/script-src 'self'; style-src 'self';/u)
  expect(await policyOf()).not.toContain('unsafe')
})

test('only two Trusted Types policies exist', async () => {
  expect(await policyOf()).toContain("; require-trusted-types-for 'script'; trusted-types champa dompurify")
  expect(await policyOf()).not.toContain('allow-duplicates')
})

test('the content security policy and the permissions policy list every entry', async () => {
  const headers = await headersOf()
  expect(headers.get('content-security-policy')).toBe(
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: blob: https:; media-src 'self' blob: https:; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self' https:; frame-ancestors 'self'; require-trusted-types-for 'script'; trusted-types champa dompurify",
  )
  expect(headers.get('permissions-policy')).toBe(
    'camera=(self), clipboard-write=(self), geolocation=(), microphone=(), payment=(), usb=()',
  )
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
})

/** The page as a build with these settings writes it. */
async function builtFor(settings: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'champa-page-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(
    join(folder, 'index.html'),
    '<!doctype html><html><head><title>Champa</title></head></html>',
  )
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    root: folder,
    plugins: [pagePolicy(parseEnv(settings))],
    build: { write: false },
  })
  const [{ output = [] } = {}] = [built].flat() as { output?: { fileName: string; source?: unknown }[] }[]
  return String(output.find(({ fileName }) => fileName === 'index.html')?.source)
}

test.each([
  [{ VITE_API_ORIGIN: 'https://api.example' }, 'https://api.example', ''],
  [
    { VITE_CHAT_ORIGIN: 'https://chat.example:8443/' },
    'https://chat.example:8443 wss://chat.example:8443',
    '',
  ],
  [
    { VITE_API_ORIGIN: 'https://api.example', VITE_CHAT_ORIGIN: 'https://chat.example' },
    'https://api.example https://chat.example wss://chat.example',
    '',
  ],
  [
    { VITE_API_ORIGIN: 'http://127.0.0.1:9000', VITE_CHAT_ORIGIN: 'http://127.0.0.1:9000' },
    'http://127.0.0.1:9000 ws://127.0.0.1:9000',
    ' http://127.0.0.1:9000',
  ],
])('a page built for %j may connect there, and nowhere else', async (settings, there, plain) => {
  const page = await builtFor(settings)
  const written = /<meta http-equiv="Content-Security-Policy" content="([^"]*)"/u.exec(page)?.[1]
  expect(written?.replaceAll('&#39;', "'")).toBe(`connect-src 'self' ${there}`)
  const policy = await policyOf(page)
  expect(policy).toContain(`; connect-src 'self' ${there};`)
  expect(policy).toContain(
    `; img-src 'self' data: blob: https:${plain}; media-src 'self' blob: https:${plain};`,
  )
})

test('a page built for its own origin names no other', async () => {
  expect(await builtFor({})).not.toContain('http-equiv')
})

test('only its setting decides who may frame the app', async () => {
  const config = parseConfig({ FRAME_ANCESTORS: "'self' https://host.example" })
  const headers = await headersOf('', {}, config)
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'self' https://host.example;")
  expect(headers.get('x-frame-options')).toBeNull()
})

test('whoever opened the app cannot reach it, but the app can reach the tabs it opened', async () => {
  const headers = await headersOf()
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
  expect(headers.get('cross-origin-resource-policy')).toBeNull()
})

test('HSTS is sent over TLS, without subdomains', async () => {
  const at = async (PUBLIC_ORIGIN: string) => headersOf('', {}, parseConfig({ PUBLIC_ORIGIN }))
  const name = 'strict-transport-security'
  expect((await at('https://champa.example')).get(name)).toBe('max-age=31536000')
  expect((await at('http://champa.example')).get(name)).toBeNull()
  expect((await headersOf()).get(name)).toBeNull()
})

test('a header that a handler has set is kept', async () => {
  const own = { 'Content-Security-Policy': "default-src 'none'; sandbox", 'Referrer-Policy': 'same-origin' }
  const headers = await headersOf('', own)
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
  expect(headers.get('referrer-policy')).toBe('same-origin')
})
