import { loadavg } from 'node:os'
import { chromium, type Page } from 'playwright'
import { chromiumArgs, findChromium } from '../../scripts/chromium.ts'
import { registerMember } from '../support/members.ts'
import { Sandbox } from '../support/sandbox.ts'
import { startServer } from '../support/server.ts'
import { landOn } from '../support/wheel.ts'
import { type Bench, type BenchTable, quantile } from './bench.ts'

const SLOWDOWN = 6
const SPINS = ['B500', 'B20', 'NONE1', 'B5', 'B100']

/** The times between frames in ms while nothing moves, as a baseline of the machine. */
const framesAtRest = (page: Page): Promise<number[]> =>
  page.evaluate(async () => {
    const frame = () =>
      new Promise<number>((resolve) => {
        requestAnimationFrame(resolve)
      })
    const times: number[] = []
    let last = await frame()
    while (times.length < 240) {
      const now = await frame()
      times.push(now - last)
      last = now
    }
    return times
  })

/** The same from the wheel's first turning frame until it has stopped and the other slices have faded. */
const framesOfSpin = (page: Page): Promise<number[]> =>
  page.evaluate(async () => {
    const wheel = document.querySelector('canvas')
    const isTurning = () => wheel?.getAnimations().some(({ playState }) => playState === 'running') ?? false
    const frame = () =>
      new Promise<number>((resolve) => {
        requestAnimationFrame(resolve)
      })
    document.querySelector<HTMLButtonElement>('div:has(> canvas) ~ button')?.click()
    let last = await frame()
    while (!isTurning()) last = await frame()
    const times: number[] = []
    let turnedAt = last
    while (last - turnedAt < 500) {
      const now = await frame()
      times.push(now - last)
      last = now
      if (isTurning()) turnedAt = now
    }
    return times
  })

async function run(): Promise<BenchTable> {
  const server = await startServer()
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArgs })
  try {
    const sandbox = new Sandbox(server.origin)
    const member = await registerMember(sandbox, 100 * SPINS.length)
    const page = await browser.newPage({
      viewport: { width: 360, height: 780 },
      deviceScaleFactor: 2,
      serviceWorkers: 'block',
    })
    // The TypeScript loader adds calls of `__name` to functions, which do not exist in the page.
    await page.addInitScript('globalThis.__name = (it) => it')
    await page.goto(`${server.origin}/robots.txt`)
    await page.evaluate((token) => localStorage.setItem('champa.token', JSON.stringify(token)), member.token)
    await page.goto(`${server.origin}/user/spin`)
    await page.locator('div:has(> canvas) ~ button:enabled').waitFor()
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })

    const rows: string[][] = []
    rows.push(rowOf('at rest, for comparison', NaN, await framesAtRest(page)))
    const every: number[] = []
    for (const slice of SPINS) {
      await landOn(sandbox, member, slice)
      await page.locator('div:has(> canvas) ~ button:enabled').waitFor()
      const [first = 0, ...times] = await framesOfSpin(page)
      every.push(...times)
      rows.push(rowOf(slice, first, times))
      await page.getByRole('dialog').getByRole('button').click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      if (slice !== SPINS.at(-1)) await page.locator('div:has(> canvas) ~ button:enabled').waitFor()
    }
    rows.push(rowOf('all', NaN, every))
    return {
      heads: ['landed on', 'frames', 'first, ms', 'median, ms', '95 %, ms', 'longest after the first, ms'],
      rows,
      note: `Wanted: a median of at most 17 ms, and no frame over 50 ms after the first. The machine's load average was ${(loadavg()[0] ?? 0).toFixed(1)}.`,
    }
  } finally {
    await browser.close()
    await server.dispose()
  }
}

function rowOf(name: string, first: number, times: readonly number[]): string[] {
  const sorted = times.toSorted((one, other) => one - other)
  const show = (ms: number) => (Number.isNaN(ms) ? '' : ms.toFixed(1))
  return [
    name,
    String(times.length),
    show(first),
    show(quantile(sorted, 0.5)),
    show(quantile(sorted, 0.95)),
    show(sorted.at(-1) ?? NaN),
  ]
}

export const bench: Bench = {
  about: `Frame times of the spin wheel on the production build, in Chromium with its main thread slowed ${SLOWDOWN} times and two pixels to the CSS pixel: from the first turning frame until it has stopped and the other slices have faded.`,
  run,
}
