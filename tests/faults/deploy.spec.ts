import { withdraw } from '../../src/api/contract/wallet.ts'
import { addressesOf } from '../support/addresses-of.ts'
import { App } from '../support/app.ts'
import { navigateInApp, signInAs } from '../support/fixtures.ts'
import { callApi } from '../support/members.ts'
import { wordsOf } from '../support/words.ts'
import {
  acceptUpdate,
  expect,
  findRelease,
  isSamePage,
  openWithWorker,
  test,
} from '../support/deploy-test.ts'

const needed = 'Please update to open this. Your money is safe.'

test('a page from before a deploy keeps working, and an operation during the deploy gets its outcome', async ({
  context,
  words,
  site,
}) => {
  const member = await site.newMember(250)
  const app = await openWithWorker(context, words, member)
  const { page } = app
  await app.expectBalance('250.00')
  const footer = page.locator('footer')
  await expect(footer).toContainText('1.1.14')

  await test.step('the server restarts between the operation and its response', async () => {
    await page.route(addressesOf(withdraw), async (route) => {
      await route.fetch()
      await site.deploy({ restart: true })
      await route.abort('connectionreset')
    })
    const sheet = await app.choose('Withdraw')
    await sheet.field('Amount to withdraw').fill('100')
    await sheet.button('Continue').click()
    await sheet.button('Confirm withdrawal').click()
    await expect(sheet.text('Your money is on its way')).toBeVisible({ timeout: 90_000 })
    await sheet.button('Done').click()
    await app.expectBalance('150.00')
  })

  await test.step('screens never opened before still open, also in another language', async () => {
    await findRelease(page)
    for (const open of ['deposit', 'withdraw', 'transfer', 'slip', 'slips', 'menu']) {
      await navigateInApp(page, `/user/home?open=${open}`)
      await expect(page.getByRole('dialog').getByRole('heading').first(), open).toBeVisible()
    }
    for (const path of ['/user/statement', '/user/contact', '/user/profile']) {
      await navigateInApp(page, path)
      await expect(page.getByRole('main').getByRole('heading').first(), path).toBeVisible()
    }
    await page.getByRole('button', { name: 'ລາວ' }).click()
    const lao = wordsOf('la')
    await expect(page.getByRole('heading', { name: lao.say('Profile'), exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'ไทย' }).click()
    await expect(app.heading('Profile')).toBeVisible()
    await expect(footer).toContainText('1.1.14')
    expect(await isSamePage(page)).toBe(true)
  })

  await test.step('a file that no longer exists is reported, and the update opens it', async () => {
    await app.button('Not now').click()
    await navigateInApp(page, '/user/profile?open=password')
    await expect(app.text('This could not be opened. Please try again in a moment.')).toBeVisible()
    await expect(app.text(needed)).toBeVisible()
    expect(await isSamePage(page)).toBe(true)
    // The message slides over the bar: a press that began before it arrived would end on it.
    // It may leave by itself meanwhile.
    await app
      .button('Close the message')
      .click({ timeout: 1000 })
      .catch(() => undefined)
    await expect(app.text('This could not be opened. Please try again in a moment.')).toBeHidden()
    await acceptUpdate(app, page)
    await expect(footer).toContainText('1.1.15')
    await navigateInApp(page, '/user/profile?open=password')
    await expect(page.getByRole('dialog').getByRole('heading').first()).toBeVisible()
  })
})

test('without a service worker a missing file is reported, nothing is lost, and the update opens it', async ({
  browser,
  words,
  site,
}) => {
  const context = await browser.newContext({ baseURL: site.server.origin, serviceWorkers: 'block' })
  const member = await site.newMember(80)
  const page = await context.newPage()
  const app = new App(page, words)
  await signInAs(page, member)
  await app.expectBalance('80.00')
  await page.evaluate(() => Object.assign(globalThis, { neverReloaded: true }))

  await test.step('a file that failed to load is loaded at the next tap', async () => {
    await page.route('**/assets/menu-sheet-*.js', (route) => route.abort('connectionreset'))
    await app.button('Deposit, withdraw and more').click()
    await expect(app.text('This could not be opened. Please try again in a moment.')).toBeVisible()
    await page.unroute('**/assets/menu-sheet-*.js')
    await app.button('Deposit, withdraw and more').click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
  })
  await site.deploy({ restart: true })
  // Calls failed while the server restarted, so the app was offline for a moment.
  await expect(app.connection('Offline · you see what was last known')).toBeHidden()
  let documents = 0
  page.on('request', (request) => (documents += Number(request.resourceType() === 'document')))

  await test.step('a sheet', async () => {
    await navigateInApp(page, '/user/home?open=deposit')
    await expect(app.text('This could not be opened. Please try again in a moment.')).toBeVisible()
    await expect(app.text(needed)).toBeVisible()
    await app.expectBalance('80.00')
  })
  await test.step('a page', async () => {
    await app.link('History').click()
    await expect(app.text('This page could not be shown')).toBeVisible()
    await expect(page.getByRole('main').getByText(words.say(needed))).toBeVisible()
    expect(await isSamePage(page)).toBe(true)
    expect(documents).toBe(0)
    await page
      .getByRole('main')
      .getByRole('button', { name: words.say('Update') })
      .click()
    await expect(page.getByRole('main').getByText('+80.00 ฿')).toBeVisible()
    await expect(page.locator('footer')).toContainText('1.1.15')
    expect(documents).toBe(1)
  })
  expect(await callApi(site.server.origin, 'GET', '/api/wallet', undefined, member.token)).toMatchObject({
    wallet: { amount: 80 },
  })
  await context.close()
})
