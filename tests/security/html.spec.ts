import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import type { BrowserContext, Locator, Page } from 'playwright/test'
import { connectDatabase } from '../../server/database/connect.ts'
import { bonuses, promotions } from '../../server/database/schema/bonuses.ts'
import { spinSlices } from '../../server/database/schema/spin.ts'
import { agreements } from '../../server/database/schema/site.ts'
import { writeSetting } from '../../server/database/settings.ts'
import { between as around, type HostileMarkup, hostileMarkup } from '../../src/ui/test-hostile-markup.ts'
import { App } from '../support/app.ts'
import { collectFaults, enter, expect, test } from '../support/fixtures.ts'

const folder = mkdtempSync(join(tmpdir(), 'champa-html-'))
// The sanitiser must hold alone. Also, the policy speaks up about what is merely read and then thrown away.
test.use({ settings: { DATA_DIR: folder }, bypassCSP: true })
test.describe.configure({ mode: 'serial' })
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The database keeps no zeros. */
const between = (one: HostileMarkup) => around(one).replaceAll('\u0000', '\uFFFD')
const whole = hostileMarkup.filter(({ swallows }) => !swallows)
const swallowing = hostileMarkup.filter(({ swallows }) => swallows)
/** One text with all of it, and at its end one that takes along whatever comes after. */
const everything = [...whole, ...swallowing.slice(0, 1)].map((one) => between(one)).join('\n')

test.beforeAll(async ({ server }) => {
  await server.stop()
  const { db, close } = await connectDatabase({ dataDir: folder })
  await writeSetting(db, 'conditions', everything)
  await writeSetting(db, 'notice', everything)
  await writeSetting(db, 'contact', { contactText: everything, link: '', name: '', qr: '' })
  await db.delete(agreements)
  await db.insert(agreements).values(hostileMarkup.map((one, position) => ({ html: between(one), position })))
  const banners = [everything, ...swallowing.map((one) => between(one))].map((html) => ({ image: '', html }))
  await db.update(bonuses).set({ banners }).where(eq(bonuses.code, 'WELCOME'))
  await db.update(promotions).set({ description: everything }).where(eq(promotions.code, 'CHAMPA50'))
  await db.update(spinSlices).set({ htmlDescription: everything })
  await close()
  await server.restart()
})

/** Says what happened in the context that must not happen. */
async function watch(context: BrowserContext, origin: string): Promise<() => Promise<string[]>> {
  const wrong = collectFaults(context)
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
    // Long enough for a picture to fail: whatever was to run had its time.
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

/** All the words around the markup are there to be read, and nothing in it that could act. */
async function expectRead(place: Locator, begun = whole.length + 1) {
  await expect(place.getByText('Before', { exact: true })).toHaveCount(begun)
  // Of those that never end, some let the words after them go.
  await expect.poll(() => place.getByText(/^after$/u).count()).toBeGreaterThanOrEqual(whole.length)
}

async function follow(page: Page, link: Locator) {
  await page.context().route('https://elsewhere.example/**', (route) => route.fulfill({ body: 'elsewhere' }))
  const [opened] = await Promise.all([page.waitForEvent('popup'), link.click()])
  await opened.waitForLoadState()
  expect(await opened.evaluate(() => [opener === null, document.referrer])).toEqual([true, ''])
  await opened.close()
}

test('nothing hostile acts on a member’s pages, and every word is read', async ({
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
    await enter(page, member)
    const sheet = app.sheet('Good to know').surface as Locator
    await expectRead(sheet, hostileMarkup.length)
    expect(await wrong()).toEqual([])
    await app.sheet('Good to know').button('I understand').click()
    await expect(sheet).toBeHidden()
    await expect(page).toHaveURL('/user/home')
  })

  await test.step('conditions', async () => {
    await page.goto('/user/home?open=conditions')
    await expectRead(app.sheet('Terms and conditions').surface as Locator)
    expect(await wrong()).toEqual([])
  })

  await test.step('notice and banners of a bonus', async () => {
    await page.goto('/user/bonus?open=bonus&bonus=WELCOME')
    await expectRead(page.getByRole('region', { name: words.say('Terms of this bonus') }))
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
    // Its own words, and below them the notice.
    await expectRead(page.getByRole('region', { name: 'CHAMPA50' }), 2 * (whole.length + 1))
    expect(await wrong()).toEqual([])
  })

  await test.step('a slice of the wheel', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto('/user/spin')
    await app.button('Spin for 1 coin').click()
    await expectRead(page.getByRole('dialog').filter({ hasText: words.say('The wheel stopped here.') }))
    expect(await wrong()).toEqual([])
  })

  await test.step('contact', async () => {
    await page.goto('/user/contact')
    await expectRead(page.getByRole('main'))
    expect(await wrong()).toEqual([])
  })
  await expect(page.getByRole('main')).toBeVisible()
})

test('a visitor’s page stays its own; links open outside and are told nothing', async ({
  page,
  context,
  server,
}) => {
  const wrong = await watch(context, server.origin)
  await page.goto('/contact')
  await expectRead(page.getByRole('main'))
  expect(await wrong()).toEqual([])
  const outside = page.locator('a[href^="https://elsewhere.example"]')
  for (let turn = 0; turn < 3; turn += 1) await follow(page, outside.nth(turn))
  await expect(page).toHaveURL('/contact')
})
