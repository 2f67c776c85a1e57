import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import type { BrowserContext, Locator, Page } from 'playwright/test'
import { connectDatabase } from '../../server/database/connect.ts'
import { bonuses, promotions } from '../../server/database/schema/bonuses.ts'
import { spinSlices } from '../../server/database/schema/spin.ts'
import { agreements } from '../../server/database/schema/site.ts'
import { writeSetting } from '../../server/database/settings.ts'
import { type HostileMarkup, hostileMarkup, surround } from '../../src/ui/test-hostile-markup.ts'
import { App } from '../support/app.ts'
import { collectPageErrors, expect, signInAs, test as base } from '../support/fixtures.ts'
import { Wheel } from '../support/wheel.ts'

const test = base.extend({
  // The sanitiser must suffice without the policy, which also reports markup that is only parsed and then discarded.
  bypassCSP: true,
  // The embedded database has one user at a time: the texts are written before the server starts.
  settings: [
    async ({ browserName: _browser }, provide) => {
      const folder = mkdtempSync(join(tmpdir(), 'champa-html-'))
      cpSync(String(process.env['FIRST_DATA']), folder, { recursive: true })
      await writeHostileTexts(folder)
      await provide({ DATA_DIR: folder })
    },
    { scope: 'worker' },
  ],
})
test.describe.configure({ mode: 'serial' })

/** PostgreSQL stores no NUL characters. */
const surrounded = (one: HostileMarkup) => surround(one).replaceAll('\u0000', '\uFFFD')
const whole = hostileMarkup.filter(({ swallows }) => !swallows)
const swallowing = hostileMarkup.filter(({ swallows }) => swallows)
/** One text with every sample, and at its end one that swallows what follows. */
const everything = [...whole, ...swallowing.slice(0, 1)].map((one) => surrounded(one)).join('\n')

async function writeHostileTexts(folder: string): Promise<void> {
  const { db, close } = await connectDatabase({ dataDir: folder })
  await writeSetting(db, 'conditions', { th: everything })
  await writeSetting(db, 'notice', { th: everything })
  await writeSetting(db, 'contact', { contactText: { th: everything }, link: '', name: '', qr: '' })
  await db.delete(agreements)
  await db
    .insert(agreements)
    .values(hostileMarkup.map((one, position) => ({ html: { th: surrounded(one) }, position })))
  const banners = [everything, ...swallowing.map((one) => surrounded(one))].map((html) => ({
    image: '',
    html: { th: html },
  }))
  await db.update(bonuses).set({ banners }).where(eq(bonuses.code, 'WELCOME'))
  await db
    .update(promotions)
    .set({ description: { th: everything } })
    .where(eq(promotions.code, 'CHAMPA50'))
  await db.update(spinSlices).set({ htmlDescription: { th: everything } })
  await close()
}

/** Returns a function that lists everything forbidden that happened in the context. */
async function watch(context: BrowserContext, origin: string): Promise<() => Promise<string[]>> {
  const wrong = collectPageErrors(context)
  await context.addInitScript(() => {
    Object.assign(globalThis, { ran: 0, wasRun: () => Object.assign(globalThis, { ran: 1 }) })
  })
  context.on('request', (request) => {
    const url = new URL(request.url())
    const ours = url.origin === origin || url.protocol === 'data:' || url.protocol === 'blob:'
    if (!ours || (url.pathname.startsWith('/api/') && request.resourceType() === 'image'))
      wrong.push(`asked ${url}`)
  })
  context.on('dialog', (dialog) => {
    wrong.push(`said ${dialog.message()}`)
    void dialog.dismiss()
  })
  context.on('page', (page) => wrong.push(`opened ${page.url()}`))
  return async () => {
    const [page] = context.pages()
    if (!page) throw new Error('the page is gone')
    if (page.frames().length !== 1) wrong.push('there is a frame')
    // Waits until a broken picture has failed: by then an injected error handler would have run.
    const ran = await page.evaluate(
      () =>
        new Promise((resolve) => {
          const broken = new Image()
          broken.addEventListener('error', () => resolve((globalThis as { ran?: number }).ran))
          broken.src = 'data:image/png,'
        }),
    )
    const said = wrong.filter((words) => !words.startsWith('Failed to load resource'))
    return ran === 0 ? said : [...said, 'it ran']
  }
}

/** The text around every sample is shown. */
async function expectTextAround(place: Locator, begun = whole.length + 1) {
  await expect(place.getByText('Before', { exact: true })).toHaveCount(begun)
  // Some samples that never close swallow the text after them.
  await expect.poll(() => place.getByText(/^after$/u).count()).toBeGreaterThanOrEqual(whole.length)
}

async function follow(page: Page, link: Locator) {
  await page.context().route('https://elsewhere.example/**', (route) => route.fulfill({ body: 'elsewhere' }))
  const [opened] = await Promise.all([page.waitForEvent('popup'), link.click()])
  await opened.waitForLoadState()
  expect(await opened.evaluate(() => [opener === null, document.referrer])).toEqual([true, ''])
  await opened.close()
}

test('hostile markup does nothing on a member’s pages, and the text around it is shown', async ({
  page,
  context,
  server,
  words,
  newMember,
}) => {
  const member = await newMember(100)
  const wrong = await watch(context, server.origin)
  const app = new App(page, words)

  await test.step('agreements', async () => {
    await signInAs(page, member)
    const sheet = app.sheet('Good to know').surface as Locator
    await expectTextAround(sheet, hostileMarkup.length)
    expect(await wrong()).toEqual([])
    await app.sheet('Good to know').button('I understand').click()
    await expect(sheet).toBeHidden()
    await expect(page).toHaveURL('/user/home')
  })

  await test.step('conditions', async () => {
    await page.goto('/user/home?open=conditions')
    await expectTextAround(app.sheet('Terms and conditions').surface as Locator)
    expect(await wrong()).toEqual([])
  })

  await test.step('notice and banners of a bonus', async () => {
    await page.goto('/user/bonus?open=bonus&bonus=WELCOME')
    await expectTextAround(page.getByRole('region', { name: words.say('Terms of this bonus') }))
    const slides = page.getByRole('group', { name: words.say('Banners') })
    await expect(page.getByRole('dialog')).toContainText('after')
    await expect(slides.or(page.getByRole('region', { name: words.say('Banners') })).first()).toContainText(
      'Before',
    )
    expect(await wrong()).toEqual([])
  })

  await test.step('a promotion', async () => {
    await page.goto('/user/bonus')
    await page.getByRole('textbox').fill('CHAMPA50')
    await app.button('Search').click()
    // Its own text, and the notice below it.
    await expectTextAround(page.getByRole('region', { name: 'CHAMPA50' }), 2 * (whole.length + 1))
    expect(await wrong()).toEqual([])
  })

  await test.step('a slice of the wheel', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto('/user/spin')
    await app.button('Spin for 1 coin').click()
    await expectTextAround(new Wheel(page, app).prize())
    expect(await wrong()).toEqual([])
  })

  await test.step('contact', async () => {
    await page.goto('/user/contact')
    await expectTextAround(page.getByRole('main'))
    expect(await wrong()).toEqual([])
  })
  await expect(page.getByRole('main')).toBeVisible()
})

test('hostile markup does nothing on a visitor’s page; outside links open without opener and referrer', async ({
  page,
  context,
  server,
}) => {
  const wrong = await watch(context, server.origin)
  await page.goto('/contact')
  await expectTextAround(page.getByRole('main'))
  expect(await wrong()).toEqual([])
  const outside = page.locator('a[href^="https://elsewhere.example"]')
  for (let turn = 0; turn < 3; turn += 1) await follow(page, outside.nth(turn))
  await expect(page).toHaveURL('/contact')
})
