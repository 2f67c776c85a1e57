import { type BrowserContext, expect, test as base, type Page } from 'playwright/test'
import { App } from './app.ts'
import { type About, registerMember, type TestMember } from './members.ts'
import { Sandbox } from './sandbox.ts'
import { startServer, type TestServer } from './server.ts'
import { type Language, type Words, wordsOf } from './words.ts'

interface WorkerFixtures {
  /** How the server is set up, beside its own port and data. */
  settings: Record<string, string>
  /** The real backend with the production build, shared by the tests of one worker. */
  server: TestServer
  sandbox: Sandbox
}

interface TestFixtures {
  language: Language
  words: Words
  app: App
  /** Somebody with an account, and so much baht in the wallet. */
  newMember: (baht?: number, about?: About) => Promise<TestMember>
  /** What a page did that its content security policy forbids: nothing, or the test fails. */
  violations: string[]
  /** Takes the network and the server away until the test is over. */
  outage: () => Promise<void>
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
  // It is installed anew in every test, which costs more than the page itself: whoever tests it lets it come.
  serviceWorkers: 'block',
  baseURL: ({ server }, provide) => provide(server.origin),
  storageState: ({ server, language }, provide) => provide(storageOf(server.origin, language)),
  context: async ({ context }, provide) => {
    await provide(context)
    // A call may still be on its way through a route of the test's: what becomes of it is nobody's fault any more.
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
  newMember: ({ sandbox }, provide) => provide((baht, about) => registerMember(sandbox, baht, about)),
  outage: async ({ server, context }, provide) => {
    let out = false
    await provide(async () => {
      out = true
      await context.setOffline(true)
      await server.stop()
    })
    if (out) await server.restart()
  },
})

/** Takes the server's events away: while they are heard, the network is never idle. */
export const withoutEvents = (context: BrowserContext) =>
  context.route('**/api/events', (route) => route.fulfill({ status: 204 }))

/** What a browser keeps for whoever has chosen this language. Thai is spoken unasked: Playwright would open a page to keep it. */
export function storageOf(origin: string, language: Language) {
  if (language === 'th') return undefined
  const localStorage = [{ name: 'champa.locale', value: JSON.stringify(language) }]
  return { cookies: [], origins: [{ origin, localStorage }] }
}

/**
 * Gives every further page of a context a window of its own. Chromium draws a tab behind another one only once a second, and
 * each of Playwright's taps waits for two frames.
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

/** Has every page of a context tell what its policy forbade, whoever opened it. */
async function reportViolations(context: BrowserContext, violations: string[]): Promise<void> {
  await Promise.all([
    context.exposeBinding('tellViolation', (_source, violation: string) => violations.push(violation)),
    context.addInitScript(() => {
      const { tellViolation } = globalThis as unknown as { tellViolation: (violation: string) => void }
      const tell = (event: SecurityPolicyViolationEvent) => {
        // The trace's own look into a picture that could not be shown: the app connects to no blob.
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

/** Puts the member's token where the app keeps it, as a sign-in would have. */
export async function enter(
  page: Page,
  { token }: Pick<TestMember, 'token'>,
  path = '/user/home',
): Promise<void> {
  await page.goto('/robots.txt')
  await page.evaluate((kept) => localStorage.setItem('champa.token', JSON.stringify(kept)), token)
  await page.goto(path)
}

/** Navigates within the app, without loading the page again, as a click on a link does. */
export const goWithin = (page: Page, address: string) =>
  page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  }, address)

/** Waits until the app's worker has put everything away that it needs without a network. */
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

/** Lets the page's time run on, so many ms at a step, until something is to be seen. The page's clock must be installed. */
export async function soon(page: Page, isSo: () => Promise<void>, ms = 2500): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(ms)
    await isSo()
  }).toPass({ timeout: 90_000 })
}

/** What the page said on its console as an error, and what it threw. */
export function collectFaults(context: BrowserContext): string[] {
  const faults: string[] = []
  context.on('weberror', (error) => faults.push(String(error.error())))
  context.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
  return faults
}

export { expect }
