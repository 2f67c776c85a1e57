import type { Browser, BrowserContext } from 'playwright'
import { workerReady } from '../support/fixtures.ts'
import { registerMember } from '../support/members.ts'
import type { Bench, BenchTable } from './bench.ts'
import {
  withBarePage,
  inMs,
  load,
  median,
  withServerAndBrowser,
  newPhone,
  settled,
  slowDown,
} from './setup.ts'

const SLOWDOWN = 4
const STARTS = 9

interface Start {
  painted: number
  /** When the expected text was painted. */
  shown: number
}

/** Opens a page while neither a tab nor the service worker runs. Times are from the start of the navigation, in ms. */
async function startOf(context: BrowserContext, address: string, text: string): Promise<Start> {
  const page = await context.newPage()
  try {
    const devtools = await slowDown(page, SLOWDOWN)
    await devtools.send('ServiceWorker.enable')
    await devtools.send('ServiceWorker.stopAllWorkers')
    await page.addInitScript((wanted) => {
      const look = () => {
        const shown = [...document.querySelectorAll('#app, #shell')].map(({ textContent }) => textContent)
        if (!shown.join(' ').includes(wanted)) return requestAnimationFrame(look)
        const { port1, port2 } = new MessageChannel()
        // The message arrives after this frame has been painted.
        port1.addEventListener('message', () => performance.mark('shown'))
        port1.start()
        return port2.postMessage(undefined)
      }
      requestAnimationFrame(look)
    }, text)
    await page.goto(address)
    await page.waitForFunction(() => performance.getEntriesByName('shown').length > 0)
    await settled(page)
    return await page.evaluate(() => ({
      painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN,
      shown: performance.getEntriesByName('shown')[0]?.startTime ?? NaN,
    }))
  } finally {
    await page.close()
  }
}

async function bareContext(browser: Browser, origin: string): Promise<BrowserContext> {
  const context = await newPhone(browser, origin)
  const page = await context.newPage()
  await page.goto('/')
  // The server's Trusted Types policy allows a page to name a worker only through `champa`.
  await page.evaluate(
    `navigator.serviceWorker.register(
      trustedTypes.createPolicy('champa', { createScriptURL: (address) => address }).createScriptURL('/sw.js'),
    ).then(() => undefined)`,
  )
  await workerReady(page)
  await page.close()
  return context
}

const run = (): Promise<BenchTable> =>
  withServerAndBrowser(({ server, browser, sandbox }) =>
    withBarePage(async (bareServer) => {
      const member = await registerMember(sandbox, 125)
      const bare = await bareContext(browser, bareServer.origin)
      const app = await newPhone(browser, server.origin, member)
      const visit = await app.newPage()
      await visit.goto('/user/home')
      await workerReady(visit)
      await visit.close()
      for (const gone of [bareServer, server]) await gone.stop()
      for (const context of [bare, app]) await context.setOffline(true)

      const starts: { app: Start; bare: Start }[] = []
      for (let index = 0; index < STARTS; index += 1) {
        starts.push({
          bare: await startOf(bare, '/', 'count is 0'),
          app: await startOf(app, '/user/home', '125.00'),
        })
      }
      const all = (of: 'app' | 'bare', what: keyof Start) => starts.map((start) => start[of][what])
      const floor = median(all('bare', 'painted'))
      const max = Math.min(300, 1.5 * floor)
      const row = (name: string, times: number[], wanted?: number) => [
        name,
        inMs(median(times)),
        inMs(Math.max(...times)),
        wanted ? `at most ${inMs(wanted)}` : '',
        wanted ? (median(times) <= wanted ? 'yes' : 'no') : '',
      ]
      return {
        heads: ['measure', 'median, ms', 'slowest, ms', 'wanted, ms', 'reached'],
        rows: [
          row('bare page: first paint', all('bare', 'painted')),
          row('home: first paint', all('app', 'painted'), max),
          row('home: the wallet’s amount', all('app', 'shown'), 1000),
        ],
        note: `First paint wanted: within 300 ms, and at most 1.5 times the bare page's. ${load()}`,
      }
    }),
  )

export const bench: Bench = {
  about: `The home page opened without network and server, after one visit, with its main thread slowed ${SLOWDOWN} times and its service worker not running yet. Beside it a bare page of Vite and React whose worker only caches it. First paint is the first contentful one; ${STARTS} starts each.`,
  run,
}
