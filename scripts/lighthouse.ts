import type { Result } from 'lighthouse'
import { type BrowserContext, chromium } from 'playwright'
import { chromiumArgs, findChromium } from './chromium.ts'
import { freePort } from './free-port.ts'

export type Category = 'performance' | 'accessibility' | 'best-practices' | 'seo'

export interface LighthouseOptions {
  /** Reckon the slow line and CPU, really slow them down, or take them as they are. */
  throttling?: 'simulate' | 'devtools' | 'provided'
  categories?: readonly Category[]
  /** What the page's origin keeps before the page opens, as it is kept: a member's token makes a signed-in page. */
  localStorage?: Readonly<Record<string, string>>
  /** Audits that do not count. */
  without?: readonly string[]
  /** Done in the browser before, such as a first visit. What it leaves in caches and storages is there in the run. */
  prepare?: (context: BrowserContext) => Promise<void>
}

/**
 * One run of Lighthouse, as a phone, on the Chromium of `chromium.ts`. Each has a browser of its own, so that nothing is
 * kept from the run before. Only who calls this loads Lighthouse.
 */
export async function runLighthouse(
  url: string,
  options: LighthouseOptions = {},
  triesLeft = 2,
): Promise<Result> {
  const { throttling = 'simulate', categories = ['performance'], localStorage, without, prepare } = options
  const { default: lighthouse } = await import('lighthouse')
  const port = await freePort()
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: [...chromiumArgs, `--remote-debugging-port=${port}`],
    // Lighthouse asks whether the page can come back from it.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
  try {
    if (localStorage || prepare) {
      await inDefaultContext(port, async (context) => {
        if (localStorage) await keep(context, new URL(url).origin, localStorage)
        await prepare?.(context)
      })
    }
    const run = await lighthouse(url, {
      port,
      output: 'json',
      logLevel: 'error',
      throttlingMethod: throttling,
      onlyCategories: [...categories],
      skipAudits: without ? [...without] : null,
      // The browser is new: there is nothing to clear but what was just prepared.
      disableStorageReset: true,
      disableFullPageScreenshot: true,
      ignoreStatusCode: true,
    })
    if (!run) throw new Error(`Lighthouse said nothing about ${url}`)
    const { lhr } = run
    const { runtimeError } = lhr
    if (!runtimeError) return lhr
    // The browser's recording now and then lacks its beginning, which says nothing about the page.
    if (runtimeError.code !== 'NO_NAVSTART' || triesLeft === 0)
      throw new Error(`Lighthouse on ${url}: ${runtimeError.message}`)
  } finally {
    await browser.close()
  }
  return runLighthouse(url, options, triesLeft - 1)
}

/** The value of an audit such as `largest-contentful-paint` (ms) or `cumulative-layout-shift`. */
export function metric(result: Result, audit: string): number {
  return result.audits[audit]?.numericValue ?? NaN
}

/** A category's score from 0 to 100. */
export function score(result: Result, category: Category): number {
  return Math.round((result.categories[category]?.score ?? NaN) * 100)
}

/** Lighthouse opens its page in the context that every browser starts with, which Playwright reaches only so. */
async function inDefaultContext(port: number, action: (context: BrowserContext) => Promise<void>) {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  try {
    const [context] = browser.contexts()
    if (!context) throw new Error('The browser has no context')
    await action(context)
  } finally {
    await browser.close()
  }
}

async function keep(context: BrowserContext, origin: string, kept: Readonly<Record<string, string>>) {
  const page = await context.newPage()
  await page.goto(`${origin}/robots.txt`)
  await page.evaluate((entries) => {
    for (const [key, value] of entries) localStorage.setItem(key, value)
  }, Object.entries(kept))
  await page.close()
}
