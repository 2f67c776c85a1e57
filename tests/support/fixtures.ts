import { type BrowserContext, type Locator, test as base, type Page } from 'playwright/test'
import { storageKeys } from '../../src/lib/storage-keys.ts'
import { titleOf } from './addresses.ts'
import { App } from './app.ts'
import { expect } from './expect.ts'
import { type MemberDetails, registerMember, type TestMember } from './members.ts'
import { Sandbox } from './sandbox.ts'
import { startServer, type TestServer } from './server.ts'
import { type Language, type Words, wordsOf } from './words.ts'

interface WorkerFixtures {
  /** The server's settings, besides its port and data folder. */
  settings: Record<string, string>
  /** The real backend with the production build, shared by the tests of one worker. */
  server: TestServer
  sandbox: Sandbox
}

interface TestFixtures {
  language: Language
  words: Words
  app: App
  /** Registers a member with this amount in baht in the wallet. */
  newMember: (baht?: number, details?: MemberDetails) => Promise<TestMember>
  /** Violations of the content security policy; any fails the test. */
  violations: string[]
  /** Cuts the network and stops the server until the end of the test. */
  goOffline: () => Promise<void>
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  settings: [{}, { option: true, scope: 'worker' }],
  server: [
    async ({ settings }, provide) => {
      const server = await startServer(settings)
      await provide(server)
      await server.dispose()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  sandbox: [({ server }, provide) => provide(new Sandbox(server.origin)), { scope: 'worker' }],
  language: ['th', { option: true }],
  words: ({ language }, provide) => provide(wordsOf(language)),
  // Installing the service worker in every test costs more than the page itself: only tests that need it allow it.
  serviceWorkers: 'block',
  baseURL: ({ server }, provide) => provide(server.origin),
  storageState: ({ server, language }, provide) => provide(storageStateFor(server.origin, language)),
  context: async ({ context }, provide) => {
    await provide(context)
    // A call may still be in a route of the test; its failure after the end does not matter.
    for (const routed of [context, ...context.pages()]) await routed.unrouteAll({ behavior: 'ignoreErrors' })
  },
  violations: [
    async ({ browser }, provide) => {
      const violations: string[] = []
      const follow = (context: BrowserContext) => {
        openPagesInWindows(context)
        void reportViolations(context, violations)
      }
      browser.on('context', follow)
      await provide(violations)
      browser.off('context', follow)
      expect(violations, 'what the content security policy forbids').toEqual([])
    },
    { auto: true },
  ],
  app: ({ page, words }, provide) => provide(new App(page, words)),
  newMember: ({ sandbox }, provide) => provide((baht, details) => registerMember(sandbox, baht, details)),
  goOffline: async ({ server, context }, provide) => {
    let out = false
    await provide(async () => {
      out = true
      await context.setOffline(true)
      await server.stop()
    })
    if (out) await server.restart()
  },
})

/**
 * Ends the server's event stream at once: while it is open, the network is never idle. A route would do the same, but then the
 * browser keeps no file between two pages.
 */
export const withoutEvents = (context: BrowserContext) =>
  context.addInitScript(() => {
    const { fetch: ask } = globalThis
    globalThis.fetch = async (what, options) =>
      what === '/api/events' ? new Response(null, { status: 204 }) : ask(what, options)
  })

/** The stored choice of a language. Thai is the default and needs none, which spares Playwright opening a page to store it. */
export function storageStateFor(origin: string, language: Language) {
  if (language === 'th') return undefined
  const localStorage = [{ name: storageKeys.locale, value: JSON.stringify(language) }]
  return { cookies: [], origins: [{ origin, localStorage }] }
}

/**
 * Opens every further page of a context in its own window. Chromium renders a background tab only once a second, and each of
 * Playwright's clicks waits for two frames.
 */
function openPagesInWindows(context: BrowserContext): void {
  const openTab = context.newPage.bind(context)
  let last: Promise<unknown> = Promise.resolve()
  context.newPage = () => {
    const opening = last.then(() => {
      const [first] = context.pages()
      return first ? openWindow(context, first) : openTab()
    })
    last = opening.catch(() => undefined)
    return opening
  }
}

async function openWindow(context: BrowserContext, beside: Page): Promise<Page> {
  const devtools = await context.newCDPSession(beside)
  const { targetInfo } = await devtools.send('Target.getTargetInfo')
  await devtools.detach()
  const browser = await context.browser()?.newBrowserCDPSession()
  const opened = context.waitForEvent('page')
  const { browserContextId } = targetInfo
  await browser?.send('Target.createTarget', { url: 'about:blank', browserContextId, newWindow: true })
  await browser?.detach()
  return opened
}

/** Collects the policy violations of every page of a context. */
async function reportViolations(context: BrowserContext, violations: string[]): Promise<void> {
  await Promise.all([
    context.exposeBinding('tellViolation', (_source, violation: string) => violations.push(violation)),
    context.addInitScript(() => {
      const { tellViolation } = globalThis as unknown as { tellViolation: (violation: string) => void }
      const tell = (event: SecurityPolicyViolationEvent) => {
        // Playwright's trace itself fetches a broken picture; the app never connects to a blob.
        const byTrace = event.effectiveDirective === 'connect-src' && event.blockedURI === 'blob'
        if (byTrace && !event.sourceFile) return
        tellViolation(
          [
            event.documentURI,
            event.effectiveDirective,
            event.blockedURI,
            event.sourceFile,
            event.sample,
          ].join(' '),
        )
      }
      document.addEventListener('securitypolicyviolation', tell)
    }),
  ])
}

/** Opens a page with the member's token stored, as a sign-in would, before it is read. */
export async function signInAs(
  page: Page,
  { token }: Pick<TestMember, 'token'>,
  path = '/user/home',
): Promise<void> {
  const storing = await page.addInitScript(
    ([key, kept]) => {
      if (self === top) localStorage.setItem(key, JSON.stringify(kept))
    },
    [storageKeys.token, token] as const,
  )
  await page.goto(path)
  await storing.dispose()
}

/** Navigates within the app without a reload, as a click on a link does. */
export async function navigateInApp(page: Page, address: string): Promise<void> {
  // The app listens to the history only after its first render, which removes `#shell`.
  await page.waitForFunction(() => document.querySelector('#shell') === null)
  await page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  }, address)
}

/** Navigates within the app to a member's page, and waits until it is there: not the one before, and not waiting for data. */
export async function openMemberPage(page: Page, words: Words, path: string): Promise<void> {
  await navigateInApp(page, path)
  // The window has the page's title as soon as it is shown in place of the one before.
  await expect(page).toHaveTitle(words.like(titleOf(path)))
  await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
  await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0)
}

/** Opens a sheet over the home page by its address, within the app, and waits until it has its content. */
export async function openMemberSheet(page: Page, words: Words, address: string): Promise<void> {
  await openMemberPage(page, words, '/user/home')
  // The sheet before has the same signs of being there.
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await navigateInApp(page, address)
  await sheetIsThere(page)
}

/** What an open sheet has beside its title and the button that closes it: some have no more than a text here. */
export const contentOf = (sheet: Locator) =>
  sheet.getByRole('button').nth(1).or(sheet.getByText(/\S/u).nth(1)).first()

/** Waits until the open sheet has its content: neither the spinner of its file nor waiting for data. */
export async function sheetIsThere(page: Page): Promise<void> {
  const sheet = page.getByRole('dialog')
  await expect(contentOf(sheet)).toBeVisible()
  await expect(sheet.locator('[aria-busy=true]')).toHaveCount(0)
}

/** Waits until the service worker has precached everything and controls the page. */
export async function workerReady(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { serviceWorker } = navigator
    await serviceWorker.ready
    if (serviceWorker.controller) return
    await new Promise((resolve) =>
      serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    )
  })
}

/**
 * Advances the page's clock in steps of `ms` until the check passes. The page's clock must be installed. What is expected by `soon`
 * is given 250 ms in each step: a moment for the page to paint it.
 */
export async function advanceUntil(
  page: Page,
  check: (soon: typeof expect) => Promise<void>,
  ms = 2500,
): Promise<void> {
  const soon = expect.configure({ timeout: 250 })
  await expect(async () => {
    await page.clock.fastForward(ms)
    await check(soon)
  }).toPass({ intervals: [20], timeout: 90_000 })
}

/** The errors that pages log to their console or throw. */
export function collectPageErrors(context: BrowserContext): string[] {
  const pageErrors: string[] = []
  context.on('weberror', (error) => pageErrors.push(String(error.error())))
  context.on('console', (message) => {
    if (message.type() === 'error') pageErrors.push(message.text())
  })
  return pageErrors
}

export { expect }
