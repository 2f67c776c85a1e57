import { App } from '../support/app.ts'
import { collectPageErrors, expect, test, workerReady } from '../support/fixtures.ts'
import { newNumbers } from '../support/members.ts'
import { ConsoleTab, GameTab } from '../support/sandbox.ts'
import { languages } from '../support/words.ts'

const names = { th: 'ไทย', la: 'ລາວ', en: 'EN' }
/** The sign-in, and the page that it is to lead to. */
const askedFor = /\/login\?redirect=%2Fuser%2Fprofile$/u
const [linkGame, formGame] = ['นาคาคู่', 'จันทร์แดง']

for (const language of languages) {
  test.describe(language, () => {
    // Games, motion and the service worker run once, in Thai: the other languages only check their texts.
    const isFullRun = language === 'th'
    test.use({
      language,
      serviceWorkers: isFullRun ? 'allow' : 'block',
      contextOptions: { reducedMotion: isFullRun ? 'no-preference' : 'reduce' },
      storageState: { cookies: [], origins: [] },
    })

    test(`a member registers, deposits, ${isFullRun ? 'plays ' : ''}and withdraws (${language})`, async ({
      page,
      context,
      app,
      words,
      sandbox,
      goOffline,
    }) => {
      const { say, like } = words
      const { phone, bankAccountNo } = newNumbers()
      const password = 'petal-and-river-9'
      /** What the withdrawal leaves in the wallet. */
      const left = isFullRun ? '30.00' : '0.00'
      const pageErrors = collectPageErrors(context)
      const outside = new ConsoleTab(await context.newPage())

      await test.step('registers', async () => {
        await page.goto('/user/profile')
        await expect(page).toHaveURL(askedFor)
        await expect(page.locator('html')).toHaveAttribute('lang', 'th')
        await page.getByRole('button', { name: names[language] }).click()
        await expect(page.locator('html')).toHaveAttribute('lang', language === 'la' ? 'lo' : language)
        await app.link('Register').click()
        await expect(app.heading('Create your account')).toBeVisible()
        await app.field('Phone number').fill(phone)
        await app.button('Continue').click()
        await expect(app.heading('Enter the OTP code')).toBeVisible()
        await app.field('Six-digit code').fill(await outside.codeFor(phone))
        await expect(app.heading('About you')).toBeVisible()
        await app.field('Name').fill('มะลิ ใจดี')
        await page.getByLabel(say('Password'), { exact: true }).fill(password)
        await page.getByLabel(say('Confirm password'), { exact: true }).fill(password)
        await app.button('Continue').click()
        await page.getByRole('combobox', { name: say('Bank'), exact: true }).click()
        await page.getByRole('option', { name: language === 'th' ? /กสิกร/u : /kasikorn/iu }).click()
        await app.field('First name on the account').fill('มะลิ')
        await app.field('Last name on the account').fill('ใจดี')
        await app.field('Account number').fill(bankAccountNo)
        await app.button('Register').click()
        await expect(page).toHaveURL(askedFor)
      })

      await test.step('logs in, is where they wanted to go, and sees the wallet', async () => {
        await app.fillSignIn({ phone, password })
        await expect(app.heading('Profile')).toBeVisible()
        await expect(page).toHaveURL(/\/user\/profile$/u)
        await app.link('Home').click()
        await app.expectBalance('0.00')
        await page.evaluate(() => Object.assign(globalThis, { neverReloaded: true }))
      })

      await test.step('deposits by QR', async () => {
        const deposit = await app.choose('Deposit')
        await deposit.surface.getByRole('button', { name: '100', exact: true }).click()
        await deposit.button('Create QR').click()
        await expect(
          deposit.surface.getByRole('img', { name: like('QR code to pay {amount}') }),
        ).toBeVisible()
        const clock = deposit.surface.getByRole('timer')
        const before = await clock.innerText()
        expect(before).toMatch(/^\d\d:\d\d$/u)
        await expect(clock).not.toHaveText(before)
        await outside.pay(phone)
        await expect(deposit.text('Credited')).toBeVisible()
        await deposit.button('Done').click()
        await app.expectBalance('100.00')
        expect(await page.evaluate(() => 'neverReloaded' in globalThis)).toBe(true)
      })

      if (isFullRun) {
        await test.step('opens a game launched by a link, and wins', async () => {
          await page
            .getByRole('region', { name: say('Slot'), exact: true })
            .getByRole('button', { name: linkGame })
            .click()
          const sheet = page.getByRole('dialog', { name: linkGame })
          const game = new App(sheet, words)
          await game.button('Activate').click()
          await game.button('Show username and password').click()
          const shownName = sheet.locator('b[translate=no]').first()
          await expect(shownName).toHaveText(/^\w/u)
          const username = await shownName.innerText()
          const opened = context.waitForEvent('page')
          await game.button('Transfer all and play').click()
          await app.button('Transfer and play').click()
          const tab = new GameTab(await opened)
          await tab.expectSignedIn('by a one-time link', username, '100.00')
          await tab.play('Win', 50)
          await tab.expectBalance('150.00')
          await tab.page.close()
          await game.button('Refresh the game balance').click()
          await expect(sheet.getByText('150.00 ฿').first()).toBeVisible()
        })

        await test.step('transfers the money back to the wallet', async () => {
          await app.button('To wallet').click()
          const sheet = app.sheet('Transfer')
          await sheet.button('All').click()
          await sheet.button('Transfer').click()
          await expect(sheet.text('Transferred')).toBeVisible()
          await sheet.button('Done').click()
          await app.expectBalance('150.00')
        })

        await test.step('opens a game launched by a form, and loses', async () => {
          await page
            .getByRole('region', { name: say('Slot'), exact: true })
            .getByRole('button', { name: formGame })
            .click()
          const sheet = page.getByRole('dialog', { name: formGame })
          const game = new App(sheet, words)
          await game.button('Activate').click()
          await game.button('Show username and password').click()
          const shownName = sheet.locator('b[translate=no]').first()
          await expect(shownName).toHaveText(/^\w/u)
          const username = await shownName.innerText()
          await game.field('Transfer from wallet').fill('50')
          await game.transferTyped().click()
          // Exact: "50.00" is also part of the wallet's "150.00".
          await expect(sheet.getByText('50.00 ฿', { exact: true }).first()).toBeVisible()
          await expect(game.field('Transfer from wallet')).toHaveValue('')
          const opened = context.waitForEvent('page')
          await game.button('Web').click()
          const tab = new GameTab(await opened)
          await tab.expectSignedIn('by a form', username, '50.00')
          await tab.play('Lose', 20)
          await tab.page.close()
          await game.button('Refresh the game balance').click()
          await expect(sheet.getByText('30.00 ฿', { exact: true }).first()).toBeVisible()
          await game.button('Close').click()
          await app.expectBalance('130.00')
        })
      } else {
        // The deposit's turnover.
        await sandbox.play(phone, 100)
      }

      await test.step('withdraws, and the bank pays it out', async () => {
        const sheet = await app.choose('Withdraw')
        await sheet.field('Amount to withdraw').fill('100')
        await sheet.button('Continue').click()
        await sheet.button('Confirm withdrawal').click()
        await expect(sheet.text('Your money is on its way')).toBeVisible()
        await outside.settle(phone)
        await expect(sheet.text('The money is in your account').last()).toBeVisible()
        await sheet.button('Done').click()
        await app.expectBalance(left)
      })

      await test.step('sees every operation in the statement', async () => {
        await app.link('History').click()
        const rows = page.getByRole('main').getByRole('listitem')
        const transfers: [RegExp, string][] = [
          [like('Transfer to {game}'), '50.00 ฿'],
          [like('Transfer back from {game}'), '150.00 ฿'],
          [like('Transfer to {game}'), '100.00 ฿'],
        ]
        const steps: [RegExp, string][] = [
          [like('Withdraw'), '−100.00 ฿'],
          ...(isFullRun ? transfers : []),
          [like('Deposit'), '+100.00 ฿'],
        ]
        await expect(rows).toHaveCount(steps.length)
        for (const [index, [activity, amount]] of steps.entries()) {
          const row = rows.nth(index)
          await expect(row).toContainText(activity)
          // Only what is not done has a mark.
          await expect(row).not.toContainText(say('Processing'))
          await expect(row).toContainText(amount)
        }
      })

      expect(pageErrors).toEqual([])

      if (!isFullRun) return
      await test.step('sees the last known wallet without a network', async () => {
        await app.link('Home').click()
        await app.expectBalance('30.00')
        await workerReady(page)
        await page.close()
        await outside.page.close()
        await goOffline()
        const again = await context.newPage()
        const later = new App(again, words)
        await again.goto('/')
        await later.expectBalance('30.00')
        await expect(later.wallet()).toContainText(like('As of {at} · {age}'))
        await expect(later.connection('Offline · you see what was last known')).toBeVisible()
      })
    })
  })
}
