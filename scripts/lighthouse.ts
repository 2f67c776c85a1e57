import type { Artifacts, Result } from 'lighthouse'
import { type BrowserContext, chromium } from 'playwright'
import { chromiumArgs, findChromium } from './chromium.ts'
import { freePort } from './free-port.ts'

export type Category = 'performance' | 'accessibility' | 'best-practices' | 'seo'

interface LighthouseOptions {
  /** Whether to simulate the slow connection and CPU, to apply them, or to use none. */
  throttling?: 'simulate' | 'devtools' | 'provided'
  categories?: readonly Category[]
  /** The `localStorage` of the page's origin before it opens: a member's token makes a signed-in page. */
  localStorage?: Readonly<Record<string, string>>
  /** Audits to skip. */
  without?: readonly string[]
  /** The browser's program; Chromium by default. */
  browser?: string | undefined
  /** Runs in the browser before, such as a first visit. Its caches and storage are kept for the run. */
  prepare?: (context: BrowserContext) => Promise<void>
}

export interface LighthouseRun extends Result {
  /** The total blocking time if tasks took their CPU time alone, in ms: what else the machine does is left out. */
  cpuBlockingMs: number
}

/** Lighthouse's simulated phone is this many times slower, and counts what a task takes beyond this time, in ms. */
const [slowdown, longTaskMs] = [4, 50]

/**
 * Runs Lighthouse once as a phone, each time in a new browser: the Chromium of `chromium.ts` by default. Lighthouse is imported
 * lazily, because only some callers need it.
 */
export async function runLighthouse(
  url: string,
  options: LighthouseOptions = {},
  triesLeft = 2,
): Promise<LighthouseRun> {
  const { throttling = 'simulate', categories = ['performance'], localStorage, without, prepare } = options
  const { default: lighthouse } = await import('lighthouse')
  const port = await freePort()
  const browser = await chromium.launch({
    executablePath: options.browser ?? findChromium(),
    args: [...chromiumArgs, `--remote-debugging-port=${port}`],
    // Lighthouse audits the back/forward cache, which Playwright disables.
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
      // The browser is new: only the prepared data would be cleared.
      disableStorageReset: true,
      disableFullPageScreenshot: true,
      ignoreStatusCode: true,
    })
    if (!run) throw new Error(`Lighthouse said nothing about ${url}`)
    const { lhr, artifacts } = run
    const { runtimeError } = lhr
    if (!runtimeError) return { ...lhr, cpuBlockingMs: await cpuBlocking(artifacts.Trace) }
    // A browser's trace sometimes lacks its beginning, which says nothing about the page.
    if (runtimeError.code !== 'NO_NAVSTART' || triesLeft === 0)
      throw new Error(`Lighthouse on ${url}: ${runtimeError.message}`)
  } finally {
    await browser.close()
  }
  return runLighthouse(url, options, triesLeft - 1)
}

interface TraceTask {
  name: string
  /** Its start and its CPU time, in µs. */
  ts: number
  tdur?: number
}

async function cpuBlocking(trace: Artifacts['Trace']): Promise<number> {
  const { TraceProcessor } = await import('lighthouse/core/lib/tracehouse/trace-processor.js')
  const processed = TraceProcessor.processTrace(trace)
  const { firstContentfulPaint } = TraceProcessor.processNavigation(processed).timestamps
  const tasks = (processed.mainThreadEvents as TraceTask[]).filter(
    (event) => event.ts >= firstContentfulPaint && TraceProcessor.isScheduleableTask(event),
  )
  return tasks.reduce((sum, { tdur = 0 }) => sum + Math.max(0, (slowdown * tdur) / 1000 - longTaskMs), 0)
}

/** The value of an audit such as `largest-contentful-paint` (ms) or `cumulative-layout-shift`. */
export function metric(result: Result, audit: string): number {
  return result.audits[audit]?.numericValue ?? NaN
}

/** A category's score from 0 to 100. */
export function score(result: Result, category: Category): number {
  return Math.round((result.categories[category]?.score ?? NaN) * 100)
}

/** Lighthouse opens its page in the browser's default context, which Playwright reaches only over CDP. */
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
