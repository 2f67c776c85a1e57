import { existsSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Browser, Request } from 'playwright/test'
import { memberPages, visitorPages } from '../support/addresses.ts'
import { expect, signInAs, test, withoutEvents } from '../support/fixtures.ts'

// The slider is loaded only where motion is wanted, and its file counts.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const KiB = 1024

type Gate = [what: string, bytes: number, maxKiB: number, transfers: Transfer[]]

interface Transfer {
  path: string
  kind: string
  bytes: number
}

/**
 * The worker's registration, the counting of data, the stream of events and the sign-in by passkey load seconds after the page, so
 * only slow machines would measure them. They are left out.
 */
const afterPage = /\/assets\/(?:update|trusted-types|data-used|money-events|passkey-login)-/u

/**
 * What a first-time visitor's browser transfers for a page until the network is idle, without the worker. Prefetches count
 * too.
 */
async function firstLoad(
  browser: Browser,
  origin: string,
  path: string,
  token?: string,
): Promise<Transfer[]> {
  const context = await browser.newContext({ baseURL: origin, serviceWorkers: 'block' })
  await withoutEvents(context)
  const page = await context.newPage()
  const transfers: Promise<Transfer>[] = []
  const measure = (request: Request) =>
    void transfers.push(
      request.sizes().then(({ responseBodySize }) => ({
        path: new URL(request.url()).pathname,
        kind: request.resourceType(),
        bytes: responseBodySize,
      })),
    )
  page.on('requestfinished', measure)
  if (token) await signInAs(page, { token }, path)
  else await page.goto(path)
  await expect(page.getByRole('main').filter({ hasText: /\S/u })).toBeVisible()
  await page.waitForLoadState('networkidle')
  // The size of a request that ends while the page closes cannot be read.
  page.off('requestfinished', measure)
  const all = await Promise.all(transfers)
  await context.close()
  const others = all.filter(({ path }) => !afterPage.test(path))
  // With what only they import.
  const [left, kept] = [filesOf(all.filter((each) => !others.includes(each))), filesOf(others)]
  return others.filter(({ path }) => !left.some(imports(path)) || kept.some(imports(path)))
}

const filesOf = (transfers: readonly Transfer[]) =>
  transfers
    .filter(({ kind, path }) => kind === 'script' && existsSync(`dist${path}`))
    .map(({ path }) => readFileSync(`dist${path}`, 'utf8'))

const imports = (path: string) => (script: string) => script.includes(`./${basename(path)}`)

/** The worker's precache, in transferred bytes. */
function precached(): Transfer[] {
  const worker = readFileSync('dist/sw.js', 'utf8')
  const paths = [...worker.matchAll(/"url":"([^"]+)"/gu)].map(([, path = '']) => path)
  return ['sw.js', ...new Set(paths)].map((path) => {
    const file = join('dist', path)
    const bytes = statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size
    return { path: `/${path}`, kind: 'worker', bytes }
  })
}

const sum = (transfers: readonly Transfer[], kind?: string) =>
  transfers.reduce((total, each) => total + (kind && each.kind !== kind ? 0 : each.bytes), 0)

const show = (bytes: number) => `${(bytes / KiB).toFixed(1)} KiB`

function largest(transfers: readonly Transfer[]): string {
  const sorted = transfers.toSorted((one, other) => other.bytes - one.bytes)
  return sorted.map(({ path, bytes }) => `  ${show(bytes).padStart(10)}  ${path}`).join('\n')
}

/** Scripts and styles of a page, with what it fetches once it is there: every file costs a slow phone a millisecond or more. */
const maxFiles = 30

test('pages and the precache stay within their size limits', async ({ browser, server, newMember }) => {
  const { token } = await newMember(100)
  const login = await firstLoad(browser, server.origin, '/login')
  const home = await firstLoad(browser, server.origin, '/user/home', token)
  const worker = precached()

  const gates: Gate[] = [
    ['JavaScript of /login', sum(login, 'script'), 134, login],
    ['JavaScript of /user/home', sum(home, 'script'), 180, home],
    ['first load of /login', sum(login), 260, login],
    ['first load of /user/home', sum(home), 260, home],
    ['precache of the worker', sum(worker), 400, worker],
  ]
  // The two that most people open first have gates of their own.
  const others = [...visitorPages, ...memberPages].filter(
    (path) => path !== '/login' && path !== '/user/home',
  )
  for (const path of others) {
    const page = await firstLoad(browser, server.origin, path, memberPages.includes(path) ? token : undefined)
    gates.push([`JavaScript of ${path}`, sum(page, 'script'), 265, page])
  }
  const table = gates.map(([what, bytes, max]) => `${what.padEnd(29)} ${show(bytes).padStart(10)} of ${max}`)
  const scripts = login.filter(({ kind }) => kind === 'script').map(({ path }) => path)
  const withDates = scripts.filter((path) => readFileSync(`dist${path}`, 'utf8').includes('Invalid DateTime'))
  expect(withDates, 'dates are for members’ pages').toEqual([])
  process.stdout.write(`${table.join('\n')}\n`)
  for (const [what, , , transfers] of gates.filter(([, , , all]) => all !== worker)) {
    const files = transfers.filter(({ kind }) => kind === 'script' || kind === 'stylesheet').length
    expect.soft(files, `scripts and styles, ${what}`).toBeLessThanOrEqual(maxFiles)
  }
  for (const [what, bytes, max, transfers] of gates) {
    expect.soft(bytes, `${what}:\n${largest(transfers)}`).toBeLessThanOrEqual(max * KiB)
  }
})

test('every precached script has its imports in the precache', () => {
  const paths = precached().map(({ path }) => path)
  expect(paths).toContainEqual(expect.stringMatching(/\/deposit-sheet-[^/]+\.js$/))
  expect(paths).toContainEqual(expect.stringMatching(/\/-error-dialog-[^/]+\.js$/))
  // Cached on first use only: the route does not say that it opens offline, nor the lazy import. So are the messages of such pages.
  expect(paths).not.toContainEqual(expect.stringMatching(/\/bonus-[^/]+\.js$/))
  expect(paths).not.toContainEqual(expect.stringMatching(/\/slider-[^/]+\.js$/))
  expect(paths).toContainEqual(expect.stringMatching(/\/la-start-[^/]+\.json$/))
  expect(paths).not.toContainEqual(expect.stringMatching(/-later-[^/]+\.json$/))
  const missing = paths
    .filter((path) => path.startsWith('/assets/') && path.endsWith('.js'))
    .flatMap((path) => {
      const imports = readFileSync(`dist${path}`, 'utf8').matchAll(/\b(?:from|import)"\.\/([^"]+)"/gu)
      return [...imports]
        .map(([, name]) => `/assets/${name}`)
        .filter((name) => !paths.includes(name))
        .map((name) => `${path} imports ${name}`)
    })
  expect(missing).toEqual([])
})
