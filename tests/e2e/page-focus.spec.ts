import type { Page } from 'playwright/test'
import { spin } from '../../src/api/contract/spinwheel.ts'
import { addressesOf } from '../support/addresses-of.ts'
import { expect, signInAs, test } from '../support/fixtures.ts'

const refused = { status: 401, json: { message: 'UNAUTHORIZED' } }
const expectFocusOnPage = (page: Page) => expect(page.locator('#main')).toBeFocused()

test('a link that goes with its page leaves the focus to the next page, one of the bars keeps it', async ({
  page,
  app,
  newMember,
}) => {
  await signInAs(page, await newMember(0), '/user/profile')
  await app.link('Play within limits').press('Enter')
  await expect(app.heading('Play within limits')).toBeVisible()
  await expectFocusOnPage(page)
  await page.goBack()
  await expect(app.heading('Profile')).toBeVisible()
  await expectFocusOnPage(page)
  const history = app.link('History')
  await history.press('Enter')
  await expect(page).toHaveURL(/\/user\/statement$/u)
  await expect(app.heading('Statement')).toBeVisible()
  await expect(history).toBeFocused()
})

test('a session that ends during a spin leaves the focus to the login', async ({ page, app, newMember }) => {
  await signInAs(page, await newMember(300), '/user/spin')
  await page.route(addressesOf(spin), (route) => route.fulfill(refused))
  await app.button('Spin for 1 coin').press('Enter')
  await expect(page).toHaveURL(/\/login/u)
  await expect(app.field('Phone number')).toBeVisible()
  await expectFocusOnPage(page)
})

test('a page that is opened by its address has not taken the focus', async ({ page, app }) => {
  await page.goto('/login')
  await expect(app.heading('Log in')).toBeVisible()
  await expect(page.locator('body')).toBeFocused()
})
