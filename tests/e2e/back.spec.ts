import type { Page } from 'playwright/test'
import { App } from '../support/app.ts'
import { enter, expect, test } from '../support/fixtures.ts'
import { callApi } from '../support/members.ts'

const entries = (page: Page) => page.evaluate(() => history.length)
/** Whether the page stands on the entry that is added while a layer is open on the app's first one. */
const guard = (page: Page) => expect.poll(() => page.evaluate(() => Boolean(history.state?.guard)))
const dialogs = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'))

test('Back closes a help video, on the first page too, and leaves nothing in the history', async ({
  page,
  app,
}) => {
  await page.goto('/howto')
  const video = app.button('Pay money in')
  await video.click()
  await expect(dialogs(page)).toHaveCount(1)
  await guard(page).toBe(true)
  await page.goBack()
  await expect(dialogs(page)).toHaveCount(0)
  await expect(page).toHaveURL(/\/howto$/u)

  await test.step('closed by its button, the page before it is one Back away', async () => {
    await app.link('Contact').click()
    await expect(app.heading('Contact us')).toBeVisible()
    await app.link('Home').click()
    await expect(app.field('Phone number')).toBeVisible()
    await page.goBack()
    await expect(app.heading('Contact us')).toBeVisible()
    await page.goBack()
    await video.click()
    await app.button('Close').click()
    await expect(dialogs(page)).toHaveCount(0)
    await guard(page).toBe(false)
    await page.goForward()
    await expect(page).toHaveURL(/\/howto$/u)
    await guard(page).toBe(false)
    await video.click()
    await expect(dialogs(page)).toHaveCount(1)
    await guard(page).toBe(true)
    await page.goBack()
    await expect(dialogs(page)).toHaveCount(0)
    await app.link('Contact').click()
    await expect(app.heading('Contact us')).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(/\/howto$/u)
    await expect(dialogs(page)).toHaveCount(0)
  })

  await test.step('opened again while the added entry is still being left, it stays', async () => {
    await page.goto('/howto')
    await video.click()
    await guard(page).toBe(true)
    await page.evaluate(() => {
      history.back = () => Object.assign(globalThis, { isLeaving: true })
    })
    await app.button('Close').click()
    await page.waitForFunction(() => 'isLeaving' in globalThis)
    await video.click()
    await expect(dialogs(page)).toHaveCount(1)
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          addEventListener('popstate', resolve, { once: true })
          Reflect.deleteProperty(history, 'back')
          history.back()
        }),
    )
    await guard(page).toBe(true)
    await expect(dialogs(page)).toHaveCount(1)
    await page.goBack()
    await expect(dialogs(page)).toHaveCount(0)
    await expect(page).toHaveURL(/\/howto$/u)
    await guard(page).toBe(false)
  })

  await test.step('reloaded while it is open, the page has the entry that it had', async () => {
    await page.goto('/howto')
    await video.click()
    await expect(dialogs(page)).toHaveCount(1)
    await guard(page).toBe(true)
    await page.reload()
    await expect(video).toBeVisible()
    await guard(page).toBe(false)
  })
})

test('Back closes what lies on a sheet, then the sheet, then leaves the page', async ({
  page,
  app,
  server,
  newMember,
}) => {
  const member = await newMember(300)
  await callApi(server.origin, 'GET', '/api/wallet/activate/PG', undefined, member.token)

  await test.step('a confirmation', async () => {
    await enter(page, member, '/user/home?open=game&game=PG')
    const game = new App(page.getByRole('dialog'), app.words)
    await game.button('Reset password').click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await expect(game.button('Close')).toBeVisible()
    await page.goBack()
    await expect(dialogs(page)).toHaveCount(0)
    await expect(page).toHaveURL(/\/user\/home$/u)
  })

  await test.step('an open list', async () => {
    await page.goto('/user/home?open=transfer')
    const to = page.getByRole('combobox', { name: app.words.say('To') })
    await to.click()
    await expect(page.getByRole('listbox')).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('listbox')).toHaveCount(0)
    await expect(to).toBeVisible()
    await page.goBack()
    await expect(dialogs(page)).toHaveCount(0)
  })

  await test.step('a sheet that a row of the statement opens', async () => {
    await page.route('**/api/statement', async (route) => {
      const response = await route.fetch()
      const { statements, ...rest } = (await response.json()) as { statements: object[] }
      await route.fulfill({
        response,
        json: { ...rest, statements: statements.map((row) => ({ ...row, status: 'pending' })) },
      })
    })
    await page.goto('/user/home')
    await app.link('History').click()
    await app.link('Upload slip').first().click()
    await expect(app.sheet('Upload slip').button('Close')).toBeVisible()
    await page.goBack()
    await expect(dialogs(page)).toHaveCount(0)
    await expect(app.heading('Statement')).toBeVisible()
    await page.goBack()
    await expect(app.wallet()).toBeVisible()
    await page.unroute('**/api/statement')
  })

  await test.step('a sheet opened by a tap', async () => {
    await page.goto('/user/home')
    await app.link('History').click()
    await app.button('Slip status').click()
    await expect(app.sheet('Uploaded slips').button('Close')).toBeVisible()
    const before = await entries(page)
    await page.goBack()
    await expect(dialogs(page)).toHaveCount(0)
    await expect(app.heading('Statement')).toBeVisible()
    await page.goBack()
    await expect(app.wallet()).toBeVisible()
    expect(await entries(page)).toBe(before)
  })
})

test('a sheet that a link opened closes by Back, and its page stays', async ({ page, app, newMember }) => {
  await enter(page, await newMember(300), '/user/statement?open=deposit')
  await expect(app.sheet('Deposit').field('Amount to deposit')).toBeVisible()
  await page.goBack()
  await expect(dialogs(page)).toHaveCount(0)
  await expect(page).toHaveURL(/\/user\/statement$/u)
  await expect(app.heading('Statement')).toBeVisible()

  await test.step('by its button too, and by Back after a reload', async () => {
    await page.goto('/user/statement?open=deposit')
    await app.sheet('Deposit').button('Close').click()
    await expect(dialogs(page)).toHaveCount(0)
    await expect(page).toHaveURL(/\/user\/statement$/u)
    await guard(page).toBe(false)
    await page.goto('/user/statement?open=deposit')
    await expect(app.sheet('Deposit').field('Amount to deposit')).toBeVisible()
    await guard(page).toBe(true)
    await page.reload()
    await expect(app.sheet('Deposit').field('Amount to deposit')).toBeVisible()
    await page.goBack()
    await expect(dialogs(page)).toHaveCount(0)
    await expect(page).toHaveURL(/\/user\/statement$/u)
  })
})

test('a dialog whose close leads to another page puts it in place of its own', async ({
  page,
  app,
  context,
  newMember,
}) => {
  const member = await newMember(0)
  await page.goto('/howto')
  await app.link('Contact').click()
  await expect(app.heading('Contact us')).toBeVisible()
  const other = await context.newPage()
  await enter(other, member)
  const question = page.getByRole('alertdialog')
  await expect(question).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/user\/contact$/u)
  await expect(question).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL(/\/howto$/u)

  await test.step('on the first entry too', async () => {
    await enter(page, member, '/howto')
    await guard(page).toBe(true)
    await app.button('Stay logged in').click()
    await expect(page).toHaveURL(/\/user\/contact$/u)
    await expect(question).toHaveCount(0)
    await guard(page).toBe(false)
    await page.goBack()
    await expect(page).toHaveURL(/robots\.txt$/u)
  })

  await test.step('and where the page below an open sheet gives way to another', async () => {
    await enter(page, member, '/user/home?open=withdraw')
    await expect(app.sheet('Withdraw').button('Close')).toBeVisible()
    await guard(page).toBe(true)
    await other.evaluate(() => localStorage.removeItem('champa.token'))
    await expect(page).toHaveURL(/\/login$/u)
    await expect(dialogs(page)).toHaveCount(0)
    await guard(page).toBe(false)
    await page.goBack()
    await expect(page).toHaveURL(/robots\.txt$/u)
  })
})

test('the prompt for the name closes by Back, and the page stays', async ({ page, app, newMember }) => {
  const member = await newMember(0, { bankCode: 'BBL', bankAccountName: 'MALI JAIDEE' })
  // The backend takes no such name any more; accounts from before it may have one.
  await page.route('**/api/wallet', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replaceAll('MALI JAIDEE', 'Mali ใจดี') })
  })
  await enter(page, member)
  await expect(app.sheet('Name on the bank account').button('Close')).toBeVisible()
  await page.goBack()
  await expect(dialogs(page)).toHaveCount(0)
  await expect(app.wallet()).toBeVisible()
})

test('while money is on its way Back leaves neither the sheet nor the page', async ({
  page,
  app,
  newMember,
}) => {
  await enter(page, await newMember(500))
  const sheet = await app.choose('Withdraw')
  await sheet.field('Amount to withdraw').fill('100')
  await sheet.button('Continue').click()
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/wallet/withdraw', async (route) => {
    await held
    await route.continue()
  })
  const asked = page.waitForRequest('**/api/wallet/withdraw')
  await sheet.button('Confirm withdrawal').click()
  await asked
  await page.goBack()
  await expect(sheet.button('Close')).toBeDisabled()
  await page.goBack()
  await expect(sheet.button('Close')).toBeDisabled()
  await expect(page).toHaveURL(/open=withdraw/u)
  answer()
  await expect(sheet.button('Close')).toBeEnabled()
  await page.goBack()
  await expect(dialogs(page)).toHaveCount(0)
  await expect(page).toHaveURL(/\/user\/home$/u)
})
