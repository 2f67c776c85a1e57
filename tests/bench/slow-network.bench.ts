import type { Browser, Locator, Page } from 'playwright'
import { App } from '../support/app.ts'
import { callApi, newNumbers } from '../support/members.ts'
import type { Sandbox } from '../support/sandbox.ts'
import { type Words, wordsOf } from '../support/words.ts'
import type { Bench, BenchTable } from './bench.ts'
import { type LineKind, startLine } from './slow-line.ts'
import { load, median, newPhone, withServerAndBrowser } from './setup.ts'

const line: LineKind = { bitsPerSecond: 250_000, roundTripMs: 600, loss: 0.05, breaks: 0.05 }
const roads = 3
/** A step that does not end within this time, in ms, whatever the member taps, is a dead end. */
const deadEndMs = 180_000
/** What the app offers when something did not come. */
const offers = ['Try again', 'Check again', 'Refresh', 'Update']
const lookMs = 100
/** A member loads a page anew by the browser's own button when nothing has been on it for so long, in ms. */
const reloadMs = 15_000
/** A member taps again when nothing has happened for so long, in ms, and the button takes a tap. */
const againMs = 3000
const [game, gameName] = ['PG', 'นาคาคู่']
const password = 'petal-and-river-9'

interface Step {
  name: string
  ms: number
  /** How often the member had to tap once more. */
  repeats: number
}

/** The same numbers in every run, for each seed others. */
function drawing(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** A member on a phone, who does what the app offers until a step is done. */
class Road {
  readonly steps: Step[] = []
  private readonly page: Page
  private readonly words: Words
  constructor(page: Page, words: Words) {
    this.page = page
    this.words = words
  }

  /**
   * Begins a step by `begin`, and waits until something is there. A button that began it is tapped again where it can be; one that went
   * away with what it stood in, by `before`, which leads there. `fill` types what a page that was loaded anew has forgotten.
   */
  async step(
    name: string,
    begin: Locator | (() => Promise<unknown>),
    there: Locator,
    { before, fill }: { before?: Locator; fill?: () => Promise<unknown> } = {},
  ): Promise<void> {
    const startedAt = Date.now()
    let repeats = 0
    await (typeof begin === 'function' ? begin() : begin.click())
    for (let tappedAt = Date.now(); !(await there.first().isVisible());) {
      if (Date.now() - startedAt > deadEndMs) throw new Error(`A dead end: ${name}\n${await this.seen()}`)
      const ways = offers.map((offer) =>
        this.page.getByRole('button', { name: this.words.say(offer), exact: true }),
      )
      if (typeof begin !== 'function') ways.push(begin)
      if (before) ways.push(before)
      const way = Date.now() - tappedAt > againMs ? await firstOpen(ways) : undefined
      if (way && !(await there.first().isVisible())) {
        await fill?.()
        await way.click({ timeout: 1000 }).catch(() => undefined)
        tappedAt = Date.now()
        repeats += 1
      }
      // Its document broke off on the way, so the app has had no say.
      if (Date.now() - tappedAt > reloadMs && (await this.isBlank())) {
        await open(this.page, this.page.url())
        tappedAt = Date.now()
        repeats += 1
      }
      await this.page.waitForTimeout(lookMs)
    }
    this.steps.push({ name, ms: Date.now() - startedAt, repeats })
  }

  private isBlank(): Promise<boolean> {
    return this.page.evaluate(() => (document.querySelector('body')?.innerText ?? '').trim() === '')
  }

  private async seen(): Promise<string> {
    return `${this.page.url()}\n${await this.page.locator('body').innerText({ timeout: lookMs })}`
  }
}

async function firstOpen(ways: readonly Locator[]): Promise<Locator | undefined> {
  for (const way of ways) {
    const first = way.first()
    if ((await first.isVisible()) && (await first.isEnabled().catch(() => false))) return first
  }
  return undefined
}

async function walk(browser: Browser, serverPort: number, sandbox: Sandbox, seed: number) {
  const slow = await startLine(serverPort, line, drawing(seed))
  const context = await newPhone(browser, slow.origin)
  context.setDefaultTimeout(deadEndMs)
  context.setDefaultNavigationTimeout(deadEndMs)
  try {
    const page = await context.newPage()
    const words = wordsOf('th')
    const app = new App(page, words)
    const { say, like } = words
    const road = new Road(page, words)
    const { phone, bankAccountNo } = newNumbers()
    const sheet = (title: string) => app.sheet(title)

    await road.step('open the app', () => open(page, '/'), app.heading('Log in'))
    await road.step('register', app.link('Register'), app.heading('Create your account'))
    await app.field('Phone number').fill(phone)
    await road.step('phone number', app.button('Continue'), app.heading('Enter the OTP code'))
    const code = await sandbox.codeFor(phone)
    await road.step('one-time code', () => app.field('Six-digit code').fill(code), app.heading('About you'))
    const name = app.field('Name')
    const fill = async () => {
      if (!(await name.isVisible())) return
      await name.fill('มะลิ ใจดี')
      await page.getByLabel(say('Password'), { exact: true }).fill(password)
      await page.getByLabel(say('Confirm password'), { exact: true }).fill(password)
    }
    await fill()
    const bank = page.getByRole('combobox', { name: say('Bank'), exact: true })
    await road.step('name and password', app.button('Continue'), bank, { fill })
    const kasikorn = page.getByRole('option', { name: /กสิกร/u })
    await road.step('list of banks', bank, kasikorn)
    await kasikorn.click()
    await app.field('First name on the account').fill('มะลิ')
    await app.field('Last name on the account').fill('ใจดี')
    await app.field('Account number').fill(bankAccountNo)
    await road.step('bank account', app.button('Register'), app.heading('Log in'))
    await app.field('Phone number').fill(phone)
    await page.getByLabel(say('Password'), { exact: true }).fill(password)
    await road.step('sign in, until the balance shows', app.button('Log in'), balance(app, '0.00'))

    const menu = sheet('What next?')
    const plus = app.button('Deposit, withdraw and more')
    await road.step('menu', plus, menu.heading('What next?'))
    const deposit = sheet('Deposit')
    const quick = deposit.surface.getByRole('button', { name: '500', exact: true })
    await road.step('deposit sheet', tile(menu, 'Deposit'), quick, { before: plus })
    await quick.click()
    const qr = deposit.surface.getByRole('img', { name: like('QR code to pay {amount}') })
    await road.step('QR code', deposit.button('Create QR'), qr)
    await road.step('paid, until it is credited', () => sandbox.payQr(phone), deposit.text('Credited'))
    await road.step('back to the wallet', deposit.button('Done'), balance(app, '500.00'))

    const { token } = await callApi(sandbox.origin, 'POST', '/api/login', { username: phone, password })
    await callApi(sandbox.origin, 'GET', `/api/wallet/activate/${game}`, undefined, String(token))
    const transfer = sheet('Transfer')
    const to = transfer.surface.getByRole('combobox', { name: say('To'), exact: true })
    await road.step(
      'the app opened anew, with the transfer',
      () => open(page, '/user/home?open=transfer'),
      to,
    )
    const target = page.getByRole('option', { name: new RegExp(gameName, 'u') })
    await road.step('list of games', to, target)
    await target.click()
    await transfer.field('Amount to transfer').fill('50')
    await road.step('transfer', transfer.button('Transfer'), transfer.text('Transferred'))
    await road.step('back to the wallet again', transfer.button('Done'), app.wallet())

    const main = page.getByRole('main')
    await road.step('statement', app.link('History'), main.getByText(like('Transfer to {game}')))
    await sandbox.play(phone, 500)
    await road.step('home', app.link('Home'), app.wallet())
    await road.step('menu again', plus, menu.heading('What next?'))
    const withdraw = sheet('Withdraw')
    const amount = withdraw.field('Amount to withdraw')
    await road.step('withdraw sheet', tile(menu, 'Withdraw'), amount, { before: plus })
    // The least that can be withdrawn.
    await amount.fill('100')
    await road.step('withdraw: continue', withdraw.button('Continue'), withdraw.button('Confirm withdrawal'))
    await road.step(
      'withdraw',
      withdraw.button('Confirm withdrawal'),
      withdraw.text('Your money is on its way'),
    )
    return { steps: road.steps, ...slow.counts() }
  } finally {
    await context.close()
    await slow.close()
  }
}

/** As a member would: again, where the browser says that the page could not be had. */
async function open(page: Page, path: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const failed = await page.goto(path, { waitUntil: 'commit' }).then(
      () => undefined,
      (error: unknown) => error,
    )
    if (!failed) return
    if (tries > 5) throw failed
  }
}

const tile = (menu: App, name: string) =>
  menu.surface.getByRole('button', { name: new RegExp(`^${menu.words.say(name)}`, 'u') }).first()

const balance = (app: App, baht: string) => app.wallet().getByText(new RegExp(String.raw`^${baht}\s*฿$`, 'u'))

const run = (): Promise<BenchTable> =>
  withServerAndBrowser(async ({ server, browser, sandbox }) => {
    const seeds = Array.from({ length: roads }, (_, index) => index + 1)
    const walked = await Promise.all(seeds.map((seed) => walk(browser, server.port, sandbox, seed)))
    const names = walked[0]?.steps.map(({ name }) => name) ?? []
    const inSeconds = (ms: number) => `${Math.round(ms / 100) / 10}`
    const rows = names.map((name, index) => {
      const same = walked.flatMap(({ steps }) => steps[index] ?? [])
      const times = same.map(({ ms }) => ms)
      const repeats = same.reduce((total, step) => total + step.repeats, 0)
      return [name, inSeconds(median(times)), inSeconds(Math.max(...times)), repeats > 0 ? `${repeats}` : '']
    })
    const totals = walked.map(({ steps }) => steps.reduce((total, { ms }) => total + ms, 0))
    const sum = (of: 'bytes' | 'segments' | 'lost' | 'broken') =>
      walked.reduce((total, road) => total + road[of], 0)
    return {
      heads: ['step', 'median, s', 'slowest, s', 'taps once more'],
      rows: [...rows, ['the whole road', inSeconds(median(totals)), inSeconds(Math.max(...totals)), '']],
      note: `Of ${sum('segments')} segments ${sum('lost')} were lost, and ${sum('broken')} connections broke; ${Math.round(sum('bytes') / 1000 / roads)} KB each road, both ways. Wanted: no dead end, which would be a step that has not ended after ${deadEndMs / 60_000} minutes, though the member taps what the app offers. ${load()}`,
    }
  })

export const bench: Bench = {
  about: `A new member's whole way on a 2G line (${line.bitsPerSecond / 1000} kbit/s each way for all connections, ${line.roundTripMs} ms there and back, ${line.loss * 100} % of the segments lost, and with ${line.breaks * 100} % of those the connection): ${roads} roads, each on a phone and line of its own. A lost segment comes two round trips later and holds back what follows it, as with TCP. From a tap until what was asked for is there; what the member types in between is not counted.`,
  run,
}
