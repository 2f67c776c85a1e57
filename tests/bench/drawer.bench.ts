import { App } from '../support/app.ts'
import { registerMember } from '../support/members.ts'
import { wordsOf } from '../support/words.ts'
import type { Bench, BenchTable } from './bench.ts'
import { frameHeads, frameRow, framesAtRest, framesOfMotion } from './frames.ts'
import { load, newPhone, withServerAndBrowser, settled, slowDown } from './setup.ts'

const SLOWDOWN = 6
const ROUNDS = 5
/** The plus is under the drawer while that is open, and closes it then. */
const plus = 'nav button[aria-haspopup=dialog]'
const closeButton = '[role=dialog] > button'
/** Open, or leaving. */
const drawer = '[role=dialog], body > [inert]'

const run = (): Promise<BenchTable> =>
  withServerAndBrowser(async ({ server, browser, sandbox }) => {
    const member = await registerMember(sandbox, 100)
    const context = await newPhone(browser, server.origin, member)
    const page = await context.newPage()
    const app = new App(page, wordsOf('th'))
    await page.goto('/user/home')
    await app.wallet().waitFor()
    // Its installation would be measured too.
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    await settled(page)
    await slowDown(page, SLOWDOWN)

    const rows = [frameRow('at rest, for comparison', await framesAtRest(page))]
    const every: Record<'opens' | 'closes', number[]> = { opens: [], closes: [] }
    for (const way of Array.from({ length: ROUNDS }, () => ['opens', 'closes'] as const).flat()) {
      await settled(page)
      const click = way === 'opens' ? plus : closeButton
      const { moving } = await framesOfMotion(page, { click, moving: drawer, still: 100 })
      const [first = 0, ...times] = moving
      every[way].push(...times)
      rows.push(frameRow(way, times, first))
    }
    rows.push(frameRow('all openings', every.opens), frameRow('all closings', every.closes))
    await context.close()
    return {
      heads: ['the drawer', ...frameHeads],
      rows,
      note: `Wanted: a median of at most 17 ms, and no frame over 50 ms after the first. ${load()}`,
    }
  })

export const bench: Bench = {
  about: `Frame times of the menu drawer over the home page on the production build, on a phone's window with the main thread slowed ${SLOWDOWN} times: from the first frame in which it moves until it stands or is gone.`,
  run,
}
