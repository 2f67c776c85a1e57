import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import {
  type Browser,
  type BrowserContext,
  chromium,
  type CDPSession,
  type Locator,
  type Page,
} from 'playwright'
import { build } from 'vite'
import { storageKeys } from '../../src/lib/storage-keys.ts'
import { chromiumArgs, ensureHeadlessShell } from '../../scripts/chromium.ts'
import { compress } from '../../scripts/vite-compress.ts'
import type { TestMember } from '../support/members.ts'
import { Sandbox } from '../support/sandbox.ts'
import { startServer, type TestServer } from '../support/server.ts'

interface Setup {
  server: TestServer
  sandbox: Sandbox
  browser: Browser
}

/**
 * The browser of the benchmarks. It has no window: a window draws frames of its own while a page loads, and on two cores the page's tasks
 * wait for them, which the clock counts as blocked by the page.
 */
export const benchBrowser = ensureHeadlessShell

/** Calls `run` with the real backend, the production build and a browser. */
export async function withServerAndBrowser<Result>(run: (setup: Setup) => Promise<Result>): Promise<Result> {
  const server = await startServer()
  const browser = await chromium.launch({ executablePath: benchBrowser(), args: chromiumArgs })
  try {
    return await run({ server, browser, sandbox: new Sandbox(server.origin) })
  } finally {
    await browser.close()
    await server.dispose()
  }
}

/** Calls `run` with a server for a bare page of Vite and React, built like the app and served by the same backend. */
export async function withBarePage<Result>(run: (bare: TestServer) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'champa-bare-'))
  try {
    await build({
      configFile: false,
      root: fileURLToPath(new URL('bare', import.meta.url)),
      logLevel: 'warn',
      plugins: [react(), compress()],
      build: {
        target: 'es2022',
        outDir: join(folder, 'dist'),
        emptyOutDir: true,
        modulePreload: { polyfill: false },
      },
    })
    const server = await startServer({}, folder)
    try {
      return await run(server)
    } finally {
      await server.dispose()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A small touch screen with two device pixels per CSS pixel. */
const phone = {
  viewport: { width: 360, height: 780 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  timezoneId: 'Asia/Bangkok',
}

/** A phone on which this member is signed in. */
export async function newPhone(
  browser: Browser,
  origin: string,
  member?: TestMember,
): Promise<BrowserContext> {
  const localStorage = member ? [{ name: storageKeys.token, value: JSON.stringify(member.token) }] : []
  const context = await browser.newContext({
    ...phone,
    baseURL: origin,
    storageState: { cookies: [], origins: [{ origin, localStorage }] },
  })
  // The TypeScript loader adds calls of `__name` to functions, which do not exist in the page.
  await context.addInitScript('globalThis.__name = (it) => it')
  return context
}

/** Slows down the page's CPU by this factor. */
export async function slowDown(page: Page, rate: number): Promise<CDPSession> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate })
  return devtools
}

/** The pause before a tap, and the time for which the finger touches the screen, in ms. */
const lookMs = 300
const touchMs = 80

/**
 * Taps like a finger, after checking that the target is visible, still and uncovered. Playwright's own tap checks that in the
 * page during the tap, which on a slowed page would be most of the measured time.
 */
export async function tap(target: Locator): Promise<void> {
  await target.tap({ trial: true })
  const page = target.page()
  await page.waitForTimeout(lookMs)
  const box = await target.boundingBox()
  if (!box) throw new Error('The target of the tap disappeared')
  const devtools = await page.context().newCDPSession(page)
  const place = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [place] })
  await page.waitForTimeout(touchMs)
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await devtools.detach()
}

/** Resolves once the page is idle. */
export const settled = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestIdleCallback(() => requestIdleCallback(() => resolve()))
      }),
  )

export const median = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? NaN

export const inMs = (ms: number): string => `${Math.round(ms)}`

export const load = (): string => `The machine's load average was ${(loadavg()[0] ?? 0).toFixed(1)}.`
