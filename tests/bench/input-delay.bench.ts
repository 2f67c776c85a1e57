import type { Browser, Page } from 'playwright'
import { App } from '../support/app.ts'
import { callApi, registerMember } from '../support/members.ts'
import { workerReady } from '../support/fixtures.ts'
import { forceNextSpin, Wheel } from '../support/wheel.ts'
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
/** The longest interaction of a round: the median of all rounds, and every single one. In ms. */
const MAX_MEDIAN_MS = 100
const MAX_MS = 150

interface Interaction {
  ms: number
  what: string
}

declare global {
  var champaInteractions: Map<number, Interaction>
}

/** Notes how long each tap and key waited for the next frame. */
function watch(): void {
  globalThis.champaInteractions = new Map()
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[]) {
      const { interactionId, duration, name, target } = entry
      if (!interactionId || duration <= (globalThis.champaInteractions.get(interactionId)?.ms ?? 0)) continue
      const element = target instanceof Element ? target : null
      const words = (element?.getAttribute('aria-label') ?? element?.textContent ?? '').trim().slice(0, 24)
      const where = element ? `${element.localName}${words ? ` “${words}”` : ''}` : 'what is gone'
      globalThis.champaInteractions.set(interactionId, { ms: duration, what: `${name} on ${where}` })
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
}

async function deposit(page: Page, app: App): Promise<void> {
  await tap(app.button('Deposit, withdraw and more'))
  await tap(
    app
      .sheet('What next?')
      .surface.getByRole('button', { name: app.words.say('Deposit') })
      .first(),
  )
  const sheet = app.sheet('Deposit')
  await tap(sheet.field('Amount to deposit'))
  await page.keyboard.type('125', { delay: 120 })
  await tap(sheet.button('Create QR'))
  await tap(sheet.button('Cancel QR'))
  const cancel = page.getByRole('alertdialog').getByRole('button', { name: app.words.say('Cancel QR') })
  await tap(cancel)
  await cancel.waitFor({ state: 'detached' })
  await tap(sheet.button('Close'))
}

async function transfer(page: Page, app: App): Promise<void> {
  await tap(page.getByRole('button', { name: 'นาคาคู่' }))
  await tap(app.button('To wallet'))
  const sheet = app.sheet('Transfer')
  await tap(sheet.field('Amount to transfer'))
  await page.keyboard.type('20.50', { delay: 120 })
  await tap(sheet.button('Transfer'))
  await tap(sheet.button('Done'))
}

async function spin(page: Page, app: App): Promise<void> {
  await tap(app.button('Deposit, withdraw and more'))
  await tap(app.sheet('What next?').surface.getByRole('link').first())
  await tap(app.button('Spin for 1 coin'))
  const prize = new Wheel(page, app).prize()
  await prize.waitFor({ timeout: 60_000 })
  await tap(prize.getByRole('button', { name: app.words.say('Not now') }))
  await prize.waitFor({ state: 'detached' })
  await tap(app.link('Home'))
}

async function bonus(page: Page, app: App): Promise<void> {
  await tap(app.button('Deposit, withdraw and more'))
  await tap(app.sheet('What next?').surface.getByRole('link').last())
  await tap(app.field('Promotion code'))
  await page.keyboard.type('champa50', { delay: 120 })
  await tap(app.button('Search'))
  await page.getByRole('region', { name: 'CHAMPA50' }).waitFor()
  await tap(
    page
      .getByRole('list', { name: app.words.say('Bonuses') })
      .getByRole('button')
      .first(),
  )
  const sheet = page.getByRole('dialog')
  await tap(sheet.getByRole('button', { name: app.words.say('Close'), exact: true }))
  await sheet.waitFor({ state: 'detached' })
  await tap(app.link('Home'))
}

async function statement(page: Page, app: App): Promise<void> {
  await tap(app.link('History'))
  for (const kind of ['Deposits', 'Withdrawals', 'All']) {
    await tap(app.button(kind))
    await settled(page)
  }
  await page.locator('#main li time').first().waitFor()
  await tap(app.link('Home'))
}

async function chat(page: Page, app: App): Promise<void> {
  await tap(app.link('Contact'))
  await tap(app.link('Chat with us'))
  const sheet = app.sheet('Customer support')
  await sheet.text('Connected').waitFor()
  await tap(sheet.field('Your message'))
  await page.keyboard.type('ສະບາຍດີ', { delay: 120 })
  await tap(sheet.button('Send'))
  await sheet.surface.getByRole('log').getByText(app.words.say('Sent')).first().waitFor()
  await tap(sheet.button('Close'))
  await tap(app.link('Home'))
}

/** The same for a button of the bare page that counts. */
async function barely(browser: Browser, origin: string): Promise<number> {
  const context = await newPhone(browser, origin)
  const page = await context.newPage()
  await page.addInitScript(watch)
  await page.goto('/')
  await slowDown(page, SLOWDOWN)
  for (let count = 1; count <= 9; count += 1) {
    await tap(page.getByRole('button'))
    await page.locator(`[data-count="${count}"]`).waitFor()
    await settled(page)
  }
  const seen = await page.evaluate(() => [...globalThis.champaInteractions.values()])
  await context.close()
  return Math.max(...seen.map(({ ms }) => ms))
}

const flows = { deposit, transfer, spin, bonus, statement, chat }
const ROUNDS = 3

const run = (): Promise<BenchTable> =>
  withServerAndBrowser(async ({ server, browser, sandbox }) => {
    const bare = await withBarePage(({ origin }) => barely(browser, origin))
    const member = await registerMember(sandbox, 600)
    await callApi(server.origin, 'GET', '/api/wallet/activate/PG', undefined, member.token)
    const move = { from: 'WALLET', to: 'PG', amount: 300 }
    await callApi(server.origin, 'POST', '/api/wallet/transfer', move, member.token)
    const context = await newPhone(browser, server.origin, member)
    const visit = await context.newPage()
    await visit.goto('/user/home')
    await workerReady(visit)
    await visit.close()
    const rows = [['bare page: a button that counts', inMs(bare), '', '']]
    for (const [name, play] of Object.entries(flows)) {
      let worst: Interaction = { ms: 0, what: '' }
      const perRound: number[] = []
      for (let round = 0; round < ROUNDS; round += 1) {
        await forceNextSpin(sandbox, member, 'B20')
        const page = await context.newPage()
        await page.addInitScript(watch)
        await slowDown(page, SLOWDOWN)
        await page.goto('/user/home')
        const app = new App(page, wordsOf('th'))
        await app.wallet().waitFor()
        await settled(page)
        await play(page, app)
        await settled(page)
        const seen = await page.evaluate(() => [...globalThis.champaInteractions.values()])
        await page.close()
        perRound.push(Math.max(...seen.map(({ ms }) => ms)))
        for (const interaction of seen) if (interaction.ms > worst.ms) worst = interaction
      }
      const reached = median(perRound) <= MAX_MEDIAN_MS && Math.max(...perRound) <= MAX_MS
      rows.push([name, perRound.map(inMs).join(', '), worst.what, reached ? 'yes' : 'no'])
    }
    return {
      heads: ['task', 'longest interaction of each round, ms', 'the longest', 'reached'],
      rows,
      note: `Wanted: a median of at most ${MAX_MEDIAN_MS} ms, and no round over ${MAX_MS}. The browser counts in steps of 8 ms. ${load()}`,
    }
  })

export const bench: Bench = {
  about: `Interaction to next paint: how long a tap or a key waits for the frame that answers it, over a deposit (menu, amount, QR, cancelled), a transfer (game, amount, done) a spin (menu, wheel, prize), a bonus (menu, code, its terms), the statement (three kinds) and the chat (a message), each on a page just opened by somebody who has been here before, on a phone's window with the main thread slowed ${SLOWDOWN} times.`,
  run,
}
