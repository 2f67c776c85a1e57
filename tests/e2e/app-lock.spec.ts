import type { Page } from 'playwright/test'
import { addAuthenticator } from '../support/authenticator.ts'
import { axeViolations } from '../support/axe.ts'
import { readStored, store } from '../support/browser-storage.ts'
import { expect, navigateInApp, signInAs, test } from '../support/fixtures.ts'
import { languages } from '../support/words.ts'

/** Puts the page into the background, and back. */
const setHidden = (page: Page, hidden: boolean) =>
  page.evaluate((isHidden) => {
    Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true })
    const visibilityState = isHidden ? 'hidden' : 'visible'
    Object.defineProperty(document, 'visibilityState', { value: visibilityState, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, hidden)

/** The app was last in use so long ago: as if it had been in the background meanwhile. */
const setAway = (page: Page, minutes: number) => store(page, 'appSeen', Date.now() - minutes * 60_000)

/** Opens the app as if it had last been used so many minutes ago. That time is set from a page outside the app, because the app's own page would overwrite it as it is left. */
async function comeBack(page: Page, minutes: number, path = '/user/home'): Promise<void> {
  await page.goto('/robots.txt')
  await setAway(page, minutes)
  await page.goto(path)
}

test('amounts are covered in the background, and the app locks itself until a passkey opens it', async ({
  page,
  app,
  words,
  newMember,
}) => {
  const member = await newMember(1234)
  const device = await addAuthenticator(page)
  const lock = app.sheet('The app is locked')
  const money = page.getByText('1,234.00')
  await signInAs(page, member, '/user/profile')
  const section = page.getByRole('region', { name: words.say('Lock the app') })
  await expect(section).toContainText(words.say('Please add a passkey first. It opens the lock.'))
  await page
    .getByRole('region', { name: words.say('Passkeys') })
    .getByRole('button', { name: words.say('Add a passkey') })
    .click()
  const minute = section.getByRole('button', { name: words.say('1 minute'), exact: true })
  await expect(minute).toBeEnabled()

  await test.step('without its owner’s verification it is not locked', async () => {
    await device.setVerified(false)
    await minute.click()
    await expect(section).toContainText(
      words.say('No passkey was used, so the app is not locked. Please try again.'),
    )
    await device.setVerified(true)
  })
  await minute.click()
  await expect(minute).toHaveAttribute('aria-pressed', 'true')

  await page.goto('/user/home')
  await app.expectBalance('1,234.00')
  await setHidden(page, true)
  await expect(money.first()).toBeHidden()
  expect(await page.locator('body').ariaSnapshot()).toBe('')
  await setHidden(page, false)
  await app.expectBalance('1,234.00')

  await test.step('after a minute in the background only the lock is there', async () => {
    await page.goto('/user/home?open=deposit')
    const sheet = app.sheet('Deposit')
    await sheet.field('Amount to deposit').fill('200')
    await setHidden(page, true)
    await setAway(page, 2)
    await setHidden(page, false)
    await expect(lock.button('Unlock with a passkey')).toBeFocused()
    await expect(money.first()).toBeHidden()
    await expect(page.getByRole('dialog')).toHaveCount(1)
    for (let press = 0; press < 2; press += 1) await page.keyboard.press('Escape')
    await expect(lock.heading('The app is locked')).toBeVisible()
    await expect(money.first()).toBeHidden()
    await device.setVerified(false)
    await lock.button('Unlock with a passkey').click()
    await expect(lock.text('No passkey was used. Please try again, or log out.')).toBeVisible()
    await device.setVerified(true)
    await lock.button('Unlock with a passkey').click()
    await expect(lock.heading('The app is locked')).toHaveCount(0)
    // What was typed is still there.
    await expect(sheet.field('Amount to deposit')).toHaveValue('200')
  })

  await test.step('a reload does not get around it', async () => {
    await page.goto('/user/home')
    await app.expectBalance('1,234.00')
    await comeBack(page, 2)
    await expect(lock.heading('The app is locked')).toBeVisible()
    // Nothing is rendered under it.
    await expect(money).toHaveCount(0)
    await lock.button('Unlock with a passkey').click()
    await app.expectBalance('1,234.00')
  })

  await test.step('a link keeps its sheet until it is open', async () => {
    await comeBack(page, 2, '/?open=deposit')
    await lock.button('Unlock with a passkey').click()
    await expect(app.sheet('Deposit').field('Amount to deposit')).toBeVisible()
    await page.goBack()
    await app.expectBalance('1,234.00')
  })

  await test.step('without a network the device itself judges', async () => {
    await setAway(page, 2)
    await page.context().setOffline(true)
    await page.evaluate(() => void dispatchEvent(new Event('pageshow')))
    await expect(
      lock.text('You are offline. Your device itself checks that it is you, and opens the app.'),
    ).toBeVisible()
    await lock.button('Unlock with a passkey').click()
    await expect(lock.heading('The app is locked')).toHaveCount(0)
    await app.expectBalance('1,234.00')
    await page.context().setOffline(false)
  })

  await test.step('Back while it is locked leads to the page before, once it is open', async () => {
    await navigateInApp(page, '/user/statement')
    await expect(app.heading('Statement')).toBeVisible()
    const away = await page.addInitScript(() => {
      if (self === top) localStorage.setItem('champa.app-seen', String(Date.now() - 2 * 60_000))
    })
    await page.reload()
    await away.dispose()
    await expect(lock.heading('The app is locked')).toBeVisible()
    await page.evaluate(() => history.back())
    await expect(page).toHaveURL(/\/user\/home$/u)
    await lock.button('Unlock with a passkey').click()
    await app.expectBalance('1,234.00')
    await expect(app.heading('Statement')).toHaveCount(0)
  })

  await test.step('one can always log out, and nothing of the lock is left', async () => {
    await comeBack(page, 2)
    await lock.button('Log out').click()
    await expect(app.heading('Log in')).toBeVisible()
    expect(await readStored(page, 'appLock')).toBeNull()
  })
})

for (const language of languages.filter((one) => one !== 'th')) {
  test.describe(`in ${language}`, () => {
    test.use({ language })
    test('the lock and its setting have no fault that axe finds', async ({ page, app, newMember }) => {
      const member = await newMember(100)
      await signInAs(page, member, '/user/profile')
      await page.evaluate(() => {
        localStorage.setItem('champa.app-lock', JSON.stringify({ minutes: 1, passkeys: ['a'] }))
        localStorage.setItem('champa.app-seen', '1')
      })
      await page.goto('/user/home')
      await expect(app.heading('The app is locked')).toBeVisible()
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        const violations = await axeViolations(page)
        expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])
      }
    })
  })
}
