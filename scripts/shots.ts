import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright/test'
import { memberPages, modalAddresses, visitorPages } from '../tests/support/addresses.ts'
import { withoutEvents } from '../tests/support/fixtures.ts'
import { callApi, registerMember, type TestMember } from '../tests/support/members.ts'
import { Sandbox } from '../tests/support/sandbox.ts'
import { startServer, type TestServer } from '../tests/support/server.ts'
import type { Language } from '../tests/support/words.ts'
import { buildApp } from './build-app.ts'
import { chromiumArgs, ensureChromium } from './chromium.ts'

/** One look of the app: its pictures lie in a folder of this name. */
interface Look extends BrowserContextOptions {
  language: Language
  viewport: { width: number; height: number }
  /** The size of text in per cent, as Android's setting does. */
  textSize?: number
  /** Shows of a page what fits the window, instead of all of it. */
  isCut?: boolean
}

const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true }
const looks: Record<string, Look> = {
  'th-day-360': { language: 'th', colorScheme: 'light', ...phone },
  'la-night-360': { language: 'la', colorScheme: 'dark', ...phone },
  'en-night-1440': { language: 'en', colorScheme: 'dark', viewport: { width: 1440, height: 900 } },
  'th-200-percent-360': { language: 'th', colorScheme: 'dark', textSize: 200, ...phone },
  'th-landscape-740': {
    language: 'th',
    colorScheme: 'light',
    ...phone,
    viewport: { width: 740, height: 360 },
    isCut: true,
  },
  'th-forced-colours-360': { language: 'th', colorScheme: 'dark', forcedColors: 'active', ...phone },
}

/**
 * Takes a picture of every page and sheet in every look, into `shots/`: `npm run shots`, or with names of looks or parts of
 * addresses, `npm run shots -- la-night-360 deposit`. The built app runs with a backend of its own.
 */
const asked = process.argv.slice(2)
const names = Object.keys(looks).filter((name) => !asked.some((one) => one in looks) || asked.includes(name))
const parts = asked.filter((one) => !(one in looks))
const isAsked = (address: string) => parts.length === 0 || parts.some((part) => address.includes(part))

const executablePath = ensureChromium()
await buildApp()
const server = await startServer()
const browser = await chromium.launch({ executablePath, args: chromiumArgs })
try {
  const member = await playedMember(server.origin)
  for (const name of names) await takeAll(browser, server, member, name)
} finally {
  await browser.close()
  await server.dispose()
}

/** A member with money in the wallet and in a game. */
async function playedMember(origin: string): Promise<TestMember> {
  const member = await registerMember(new Sandbox(origin), 2650)
  const call = (method: string, path: string, body?: object) =>
    callApi(origin, method, path, body, member.token)
  await call('GET', '/api/wallet/activate/PG')
  await call('POST', '/api/wallet/transfer', { from: 'WALLET', to: 'PG', amount: 150 })
  return member
}

async function takeAll(on: Browser, { origin }: TestServer, member: TestMember, name: string): Promise<void> {
  const look = looks[name] as Look
  const { language, textSize, isCut: _, ...options } = look
  const folder = join('shots', name)
  mkdirSync(folder, { recursive: true })
  for (const [addresses, token] of [
    [visitorPages, undefined],
    [[...memberPages, ...modalAddresses], member.token],
  ] as const) {
    const entry = (key: string, value: string) => ({ name: `champa.${key}`, value: JSON.stringify(value) })
    const localStorage = [entry('locale', language), ...(token ? [entry('token', token)] : [])]
    const context = await on.newContext({
      ...options,
      baseURL: origin,
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
      timezoneId: 'Asia/Bangkok',
      storageState: { cookies: [], origins: [{ origin, localStorage }] },
    })
    await withoutEvents(context)
    if (textSize)
      await context.addInitScript((percent) => {
        addEventListener('DOMContentLoaded', () => {
          document.documentElement.style.fontSize = `${percent}%`
        })
      }, textSize)
    const page = await context.newPage()
    for (const address of addresses.filter(isAsked)) await take(page, address, folder, look)
    await context.close()
  }
  console.log(folder)
}

async function take(page: Page, address: string, folder: string, { viewport, isCut }: Look): Promise<void> {
  await page.setViewportSize(viewport)
  await page.goto(address)
  // Not what is painted before the app is there. Behind an open sheet the page is hidden from screen readers.
  await page
    .getByRole('main', { includeHidden: true })
    .filter({ hasText: /\S/u })
    .first()
    .waitFor({ state: 'attached' })
  // On a slow machine what is asked again and again keeps the network busy for ever.
  await page.waitForLoadState('networkidle', { timeout: 10_000 }).catch(() => undefined)
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
  if (!isCut && !address.includes('open=')) {
    // A window as high as the page: the bars stand at its edges, not in the middle of a long picture.
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    await page.setViewportSize({ width: viewport.width, height: Math.max(viewport.height, height) })
  }
  const file = address.replace('/user/home?open=', 'sheet-').replaceAll(/\W+/gu, '-').replace(/^-/u, '')
  await page.screenshot({ path: join(folder, `${file}.png`), animations: 'disabled' })
}
