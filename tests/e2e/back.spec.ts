import type { Page } from 'playwright/test'
import { listStatements } from '../../src/api/contract/statement.ts'
import { getWallet, withdraw } from '../../src/api/contract/wallet.ts'
import { addressesOf } from '../support/addresses-of.ts'
import { App } from '../support/app.ts'
import { removeStored } from '../support/browser-storage.ts'
import { expect, navigateInApp, signInAs, test } from '../support/fixtures.ts'
import { callApi, newNumbers } from '../support/members.ts'

// Layers leave with their motion, as on most phones.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const entries = (page: Page) => page.evaluate(() => history.length)
/** Whether the page stands on the entry that is added while a layer is open on the app's first one. */
const guard = (page: Page) => expect.poll(() => page.evaluate(() => Boolean(history.state?.guard)))
const dialogs = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'))

test('Back closes a help video, also on the first page, and leaves no history entry', async ({
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

  await test.step('after the close button, one Back leads to the page before', async () => {
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

  await test.step('a video opened again while its first entry is being removed stays open', async () => {
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

  await test.step('a reload while it is open removes the added entry', async () => {
    await page.goto('/howto')
    await video.click()
    await expect(dialogs(page)).toHaveCount(1)
    await guard(page).toBe(true)
    await page.reload()
    await expect(video).toBeVisible()
    await guard(page).toBe(false)
  })
})

test('Back closes what is open on a sheet, then the sheet, then leaves the page', async ({
  page,
  app,
  server,
  newMember,
}) => {
  const member = await newMember(300)
  await callApi(server.origin, 'GET', '/api/wallet/activate/PG', undefined, member.token)

  await test.step('a confirmation', async () => {
    await signInAs(page, member, '/user/home?open=game&game=PG')
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

  await test.step('a sheet opened from a row of the statement', async () => {
    await page.route(addressesOf(listStatements), async (route) => {
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

test('Back closes a sheet opened by a link, and its page stays', async ({ page, app, newMember }) => {
  await signInAs(page, await newMember(300), '/user/statement?open=deposit')
  await expect(app.sheet('Deposit').field('Amount to deposit')).toBeVisible()
  await page.goBack()
  await expect(dialogs(page)).toHaveCount(0)
  await expect(page).toHaveURL(/\/user\/statement$/u)
  await expect(app.heading('Statement')).toBeVisible()

  await test.step('so does the close button, and Back after a reload', async () => {
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

test('a link to a sheet keeps it through the redirects to the first page, and through the sign-in', async ({
  page,
  app,
  newMember,
}) => {
  const member = await newMember(300)
  const sheet = app.sheet('Deposit').field('Amount to deposit')
  await page.goto('/?open=deposit')
  await app.fillSignIn(member)
  await expect(sheet).toBeVisible()
  for (const link of ['/?open=deposit', '/user?open=deposit', '/user/?open=deposit']) {
    await page.goto('/robots.txt')
    await page.goto(link)
    await expect(page).toHaveURL(/\/user\/home\?open=deposit$/u)
    await expect(sheet).toBeVisible()
  }
})

test('a dialog that closes to another page replaces its own history entry', async ({
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
  await signInAs(other, member)
  const question = page.getByRole('alertdialog')
  await expect(question).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/user\/contact$/u)
  await expect(question).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL(/\/howto$/u)

  await test.step('also on the first entry', async () => {
    await page.goto('/robots.txt')
    await signInAs(page, member, '/howto')
    await guard(page).toBe(true)
    await app.button('Stay logged in').click()
    await expect(page).toHaveURL(/\/user\/contact$/u)
    await expect(question).toHaveCount(0)
    await guard(page).toBe(false)
    await page.goBack()
    await expect(page).toHaveURL(/robots\.txt$/u)
  })

  await test.step('and when the page below an open sheet is replaced', async () => {
    await page.goto('/robots.txt')
    await signInAs(page, member, '/user/home?open=withdraw')
    await expect(app.sheet('Withdraw').button('Close')).toBeVisible()
    await guard(page).toBe(true)
    await removeStored(other, 'token')
    // The server may have ended the session: the sign-in leads back.
    await expect(page).toHaveURL(/\/login\?redirect=%2Fuser%2Fhome%3Fopen%3Dwithdraw$/u)
    await expect(dialogs(page)).toHaveCount(0)
    await guard(page).toBe(false)
    await page.goBack()
    await expect(page).toHaveURL(/robots\.txt$/u)
  })
})

test('Back closes the prompt for the account name, and the page stays', async ({ page, app, newMember }) => {
  const member = await newMember(0, { bankCode: 'BBL', bankAccountName: 'MALI JAIDEE' })
  // The backend accepts no Thai name here any more; older accounts may still have one.
  await page.route(addressesOf(getWallet), async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replaceAll('MALI JAIDEE', 'Mali ใจดี') })
  })
  await signInAs(page, member)
  await expect(app.sheet('Name on the bank account').button('Close')).toBeVisible()
  await page.goBack()
  await expect(dialogs(page)).toHaveCount(0)
  await expect(app.wallet()).toBeVisible()
})

test('Back passes over a one-time code that has been used', async ({ page, app, sandbox }) => {
  const { phone } = newNumbers()
  await page.goto('/register')
  await app.field('Phone number').fill(phone)
  await app.button('Continue').click()
  await app.field('Six-digit code').fill(await sandbox.codeFor(phone))
  await expect(app.heading('About you')).toBeVisible()
  await page.goBack()
  await expect(app.heading('Create your account')).toBeVisible()
  await page.goForward()
  await expect(app.heading('About you')).toBeVisible()
})

test('while a withdrawal is being sent, Back leaves neither the sheet nor the page', async ({
  page,
  app,
  newMember,
}) => {
  await signInAs(page, await newMember(500))
  const sheet = await app.choose('Withdraw')
  await sheet.field('Amount to withdraw').fill('100')
  await sheet.button('Continue').click()
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route(addressesOf(withdraw), async (route) => {
    await held
    await route.continue()
  })
  const asked = page.waitForRequest(addressesOf(withdraw))
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

test('Back leads to the page before, also while the first page after a reload is slow', async ({
  page,
  app,
  newMember,
}) => {
  await page.addInitScript(() => {
    const { addEventListener } = globalThis
    globalThis.addEventListener = (...args: Parameters<typeof addEventListener>) => {
      if (args[0] === 'popstate') Object.assign(globalThis, { followsHistory: true })
      addEventListener(...args)
    }
  })
  await signInAs(page, await newMember(125), '/user/statement')
  await expect(app.heading('Statement')).toBeVisible()
  await navigateInApp(page, '/user/home')
  await expect(app.wallet()).toBeVisible()
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(/\/assets\/home-[^/]*\.js$/u, async (route) => {
    await held
    await route.continue()
  })
  await page.reload({ waitUntil: 'commit' })
  await page.waitForFunction(() => 'followsHistory' in globalThis)
  await page.evaluate(() => history.back())
  await expect(page).toHaveURL(/\/user\/statement$/u)
  release()
  await expect(app.heading('Statement')).toBeVisible()
})

test('Back leads to the page before, also when it is pressed while the first page after a reload is rendered', async ({
  page,
  app,
  newMember,
}) => {
  await page.addInitScript(() => {
    const [opened] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    if (opened?.type !== 'reload') return
    const { addEventListener } = EventTarget.prototype
    const { postMessage } = MessagePort.prototype
    EventTarget.prototype.addEventListener = function (...args) {
      addEventListener.apply(this, args)
      // React listens at the root that it is about to render, and renders by messages to itself.
      if (!(this instanceof Element) || this.id !== 'app') return
      EventTarget.prototype.addEventListener = addEventListener
      const isBack = new Promise((resolve) => globalThis.addEventListener('popstate', resolve))
      MessagePort.prototype.postMessage = function (...sent: unknown[]) {
        void isBack.then(() => Reflect.apply(postMessage, this, sent))
      }
      history.back()
    }
  })
  await signInAs(page, await newMember(125), '/user/statement')
  await expect(app.heading('Statement')).toBeVisible()
  await navigateInApp(page, '/user/home')
  await expect(app.wallet()).toBeVisible()
  await page.reload()
  await expect(page).toHaveURL(/\/user\/statement$/u)
  await expect(app.heading('Statement')).toBeVisible()
})
