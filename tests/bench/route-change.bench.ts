import type { Browser, Locator, Page } from 'playwright'
import { App } from '../support/app.ts'
import { callApi, registerMember } from '../support/members.ts'
import { wordsOf } from '../support/words.ts'
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
  tap,
} from './setup.ts'

const SLOWDOWN = 4
const ROUNDS = 7
const MAX_MS = 120

interface Change {
  name: string
  target: (app: App) => Locator
  /** There when the new screen is, and not before: with what one came for, not its frame alone. */
  there: string
}

const sheet = (content: string) => `[role=dialog][data-open] ${content}`
const inMenu = (app: App, name: string) => {
  const drawer = app.sheet('What next?')
  return drawer.surface.getByRole('button', { name: app.words.say(name) }).first()
}
const close = (name: string, title: string): Change => ({
  name: `${name} closed`,
  target: (app) => app.sheet(title).button('Close'),
  there: 'body:not(:has([role=dialog]:not([data-ending-style]))) #main h2',
})
const game = 'นาคาคู่'
const home = '#main section + section li button'

/** Chromium's, in which this is measured. */
declare const scheduler: { postTask: (task: () => void, options: { priority: string }) => Promise<void> }

/** Once around the app, each step from where the one before ended. */
const round: readonly Change[] = [
  { name: 'History', target: (app) => app.link('History'), there: '#main li time' },
  { name: 'Contact', target: (app) => app.link('Contact'), there: '#main:not(:has(li time)) h1' },
  {
    name: 'Profile',
    target: (app) => app.surface.getByRole('banner').getByRole('link').last(),
    there: '#main dl dd',
  },
  { name: 'Home', target: (app) => app.link('Home'), there: home },
  {
    name: 'Menu',
    target: (app) => app.button('Deposit, withdraw and more'),
    there: sheet('button'),
  },
  {
    name: 'Menu → Spin wheel',
    target: (app) => app.sheet('What next?').surface.getByRole('link').first(),
    there: '#main canvas',
  },
  { name: 'Spin wheel → Home', target: (app) => app.link('Home'), there: home },
  {
    name: 'Menu again',
    target: (app) => app.button('Deposit, withdraw and more'),
    there: sheet('button'),
  },
  {
    name: 'Menu → Bonus',
    target: (app) => app.sheet('What next?').surface.getByRole('link').last(),
    // The balance's, on the home page, is in a section.
    there: '#main :not(section *):has(> h1) ~ * button',
  },
  { name: 'Bonus → Home', target: (app) => app.link('Home'), there: home },
  {
    name: 'Menu, a third time',
    target: (app) => app.button('Deposit, withdraw and more'),
    there: sheet('button'),
  },
  {
    name: 'Menu → Deposit',
    target: (app) => inMenu(app, 'Deposit'),
    there: sheet('[role=tabpanel] input'),
  },
  close('Deposit', 'Deposit'),
  {
    name: 'Menu, a fourth time',
    target: (app) => app.button('Deposit, withdraw and more'),
    there: sheet('button'),
  },
  {
    name: 'Menu → Withdraw',
    target: (app) => inMenu(app, 'Withdraw'),
    there: sheet('input'),
  },
  close('Withdraw', 'Withdraw'),
  {
    name: 'Game',
    target: (app) => app.surface.getByRole('button', { name: game }),
    there: sheet('input'),
  },
  {
    name: 'Game → Transfer',
    target: (app) => app.button('To wallet'),
    there: sheet('[role=combobox]'),
  },
  close('Transfer', 'Transfer'),
  {
    name: 'Terms',
    target: (app) => app.link('Terms'),
    there: sheet('li'),
  },
  close('Terms', 'Terms and conditions'),
]

/** From the finger's leaving the glass until the new screen is painted, in ms. */
async function timeOf(page: Page, app: App, { name, target, there }: Change): Promise<number> {
  return timeOfTap(page, target(app), { name, there })
}

async function timeOfTap(
  page: Page,
  target: Locator,
  { name, there }: Omit<Change, 'target'>,
): Promise<number> {
  const before = await page.evaluate(() => location.href)
  await page.evaluate((content) => {
    globalThis.performance.clearMarks()
    globalThis.performance.clearMeasures()
    const begin = ({ timeStamp }: Event) => {
      const look = () => {
        if (!document.querySelector(content)) {
          requestAnimationFrame(look)
          return
        }
        const seen = () => {
          if (performance.getEntriesByName('changed').length === 0)
            performance.measure('changed', { start: timeStamp })
        }
        // The first thing after this frame has been painted: a task, or the next frame, which may keep tasks waiting.
        void scheduler.postTask(seen, { priority: 'user-blocking' })
        requestAnimationFrame(seen)
      }
      requestAnimationFrame(look)
    }
    addEventListener('click', begin, { capture: true, once: true })
  }, there)
  await tap(target)
  const changed = await page
    .waitForFunction(() => performance.getEntriesByName('changed')[0]?.duration, undefined, {
      timeout: 15_000,
    })
    .catch(() => {
      throw new Error(`${name}: nothing new was shown, from ${before} to ${page.url()}`)
    })
  const ms = await changed.jsonValue()
  await settled(page)
  return ms ?? NaN
}

/** The same for a button of the bare page that counts. */
async function timesOfBarePage(browser: Browser, origin: string): Promise<number[]> {
  const context = await newPhone(browser, origin)
  const page = await context.newPage()
  await page.goto('/')
  const button = page.getByRole('button')
  await tap(button)
  await slowDown(page, SLOWDOWN)
  const times: number[] = []
  for (let count = 2; count < 2 + ROUNDS; count += 1) {
    const change = { name: 'bare page', there: `[data-count="${count}"]` }
    times.push(await timeOfTap(page, button, change))
  }
  await context.close()
  return times
}

const run = (): Promise<BenchTable> =>
  withServerAndBrowser(async ({ server, browser, sandbox }) => {
    const bare = await withBarePage(({ origin }) => timesOfBarePage(browser, origin))
    const member = await registerMember(sandbox, 300)
    await callApi(server.origin, 'GET', '/api/wallet/activate/PG', undefined, member.token)
    const move = { from: 'WALLET', to: 'PG', amount: 50 }
    await callApi(server.origin, 'POST', '/api/wallet/transfer', move, member.token)
    const context = await newPhone(browser, server.origin, member)
    const page = await context.newPage()
    const app = new App(page, wordsOf('th'))
    await page.goto('/user/home')
    await app.surface.getByRole('button', { name: game }).waitFor()
    for (const change of round) await timeOf(page, app, change)
    await slowDown(page, SLOWDOWN)
    const times = round.map((): number[] => [])
    for (let index = 0; index < ROUNDS; index += 1) {
      for (const [at, change] of round.entries()) times[at]?.push(await timeOf(page, app, change))
    }
    return {
      heads: ['to', 'median, ms', 'slowest, ms', 'reached'],
      rows: [
        ['bare page: a button that counts', inMs(median(bare)), inMs(Math.max(...bare)), ''],
        ...round.map(({ name }, at) => {
          const all = times[at] ?? []
          return [name, inMs(median(all)), inMs(Math.max(...all)), median(all) <= MAX_MS ? 'yes' : 'no']
        }),
      ],
      note: `Wanted: a median of at most ${MAX_MS} ms each. ${load()}`,
    }
  })

export const bench: Bench = {
  about: `From a tap to the first frame that shows the new screen or sheet with its content, on a phone's window with the main thread slowed ${SLOWDOWN} times, each seen once before. ${ROUNDS} rounds. A sheet's frame is the first of its rising.`,
  run,
}
