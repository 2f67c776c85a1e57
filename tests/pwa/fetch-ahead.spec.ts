import type { Locator, Page } from 'playwright/test'
import { chatHistory } from '../../src/api/contract/chat.ts'
import { lookupDeposit } from '../../src/api/contract/lookup.ts'
import { memberPages, modalAddresses } from '../support/addresses.ts'
import { addressesOf, isRequestOf } from '../support/addresses-of.ts'
import { expect, signInAs, test, withoutEvents } from '../support/fixtures.ts'

// The slider is loaded only where motion is wanted, and its file counts.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test.beforeEach(async ({ context }) => {
  await withoutEvents(context)
  // As in Safari, which tells nobody of an idle moment, and nothing of the connection.
  await context.addInitScript(() => {
    for (const name of ['requestIdleCallback', 'cancelIdleCallback']) Reflect.deleteProperty(globalThis, name)
    Reflect.deleteProperty(Navigator.prototype, 'connection')
  })
})

/** Puts a finger down and leaves it there. */
async function press(page: Page, control: Locator): Promise<void> {
  await control.hover()
  await page.mouse.down()
}

test('where the browser tells of no idle moment, sheets and their pictures are fetched ahead all the same', async ({
  page,
  context,
  app,
  newMember,
}) => {
  const asked: string[] = []
  context.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const countOf = (file: RegExp) => asked.filter((path) => file.test(path)).length
  await signInAs(page, await newMember(100))
  await app.expectBalance('100.00')
  expect(await page.evaluate(() => 'requestIdleCallback' in globalThis || 'connection' in navigator)).toBe(
    false,
  )
  const sheets = page.getByRole('dialog')

  await test.step('the menu with its pictures, while the plus is pressed', async () => {
    const [menu, picture] = [/\/menu-sheet-[^/]+\.js$/u, /\/tile-\w+-[^/]+\.svg$/u]
    expect([countOf(menu), countOf(picture)]).toEqual([0, 0])
    await press(page, app.button('Deposit, withdraw and more'))
    await expect.poll(() => countOf(menu)).toBe(1)
    await expect.poll(() => countOf(picture)).toBe(6)
    await expect(sheets).toHaveCount(0)
    await page.mouse.up()
    await expect(app.sheet('What next?').heading('What next?')).toBeVisible()
    expect([countOf(menu), countOf(picture)]).toEqual([1, 6])
  })

  await test.step('the deposit with what it asks first, while its tile is pressed', async () => {
    const [deposit, lookup] = [/\/deposit-sheet-[^/]+\.js$/u, addressesOf(lookupDeposit)]
    expect([countOf(deposit), countOf(lookup)]).toEqual([0, 0])
    await press(
      page,
      sheets
        .getByRole('button', { name: app.words.say('Deposit') })
        .filter({ visible: true })
        .first(),
    )
    await expect.poll(() => [countOf(deposit), countOf(lookup)]).toEqual([1, 1])
    await expect(app.sheet('Deposit').button('Create QR')).toBeHidden()
    await page.mouse.up()
    await expect(app.sheet('Deposit').button('Create QR')).toBeVisible()
    expect([countOf(deposit), countOf(lookup)]).toEqual([1, 1])
    await page.keyboard.press('Escape')
    await expect(sheets).toHaveCount(0)
  })
})

test('a page, or a sheet that an address opens, asks each question once', async ({
  browser,
  baseURL,
  newMember,
}) => {
  const member = await newMember(100)
  for (const address of [...memberPages, ...modalAddresses]) {
    await test.step(address, async () => {
      // A first visit: what a phone has kept is not asked for ahead.
      const context = await browser.newContext({ baseURL: baseURL ?? '', serviceWorkers: 'block' })
      await withoutEvents(context)
      // The page's clock runs ten times slower, so that on a slow machine too an answer is still recent when the sheet mounts.
      await context.addInitScript(() => {
        const { now } = Date
        const began = now()
        Date.now = () => began + Math.floor((now() - began) / 10)
      })
      const page = await context.newPage()
      const asked: string[] = []
      page.on('request', (request) => {
        const [method, url] = [request.method(), request.url()]
        // The conversation is read again once its socket is there: in between something may have been said.
        if (!new URL(url).pathname.startsWith('/api/') || isRequestOf(chatHistory, method, url)) return
        asked.push(`${method} ${url} ${request.postData() ?? ''}`)
      })
      await signInAs(page, member, address)
      await page.waitForFunction(() => document.querySelector('#shell') === null)
      await page.waitForLoadState('networkidle')
      expect(asked.length).toBeGreaterThan(0)
      expect(asked.filter((one, at) => asked.indexOf(one) < at)).toEqual([])
      await context.close()
    })
  }
})
