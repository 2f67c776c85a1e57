import type { Locator } from 'playwright/test'
import { expect, signInAs, test } from '../support/fixtures.ts'
import { callApi } from '../support/members.ts'
import { languages } from '../support/words.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** Their error texts differ in length. */
const wrong = ['1', '1e3', '0.001', '99999999', '-5']

for (const language of languages) {
  test.describe(language, () => {
    test.use({ language })

    test(`the error of a wrong amount shifts nothing at 320 px (${language})`, async ({
      page,
      app,
      server,
      newMember,
    }) => {
      await page.setViewportSize({ width: 320, height: 1000 })
      const member = await newMember(500)
      const call = (method: string, path: string, body?: object) =>
        callApi(server.origin, method, path, body, member.token)
      await call('GET', '/api/wallet/activate/PG')
      await call('POST', '/api/wallet/transfer', { from: 'WALLET', to: 'PG', amount: 100 })

      /** Leaves the field by a tap on another control, which must not move before the finger is lifted. */
      async function expectSteady(field: Locator, other: Locator, expectTapped: () => Promise<void>) {
        for (const amount of wrong) {
          await field.fill(amount)
          await expect(page.getByRole('dialog').locator('[aria-busy=true]')).toHaveCount(0)
          // It stands still and nothing lies over it.
          await other.click({ trial: true })
          const place = await other.boundingBox()
          await other.click()
          expect(await other.boundingBox(), amount).toEqual(place)
          await expectTapped()
        }
      }

      await test.step('withdraw', async () => {
        await signInAs(page, member, '/user/home?open=withdraw')
        const games = page.getByRole('switch')
        let isOn = false
        await expectSteady(app.sheet('Withdraw').field('Amount to withdraw'), games, async () => {
          isOn = !isOn
          await expect(games).toBeChecked({ checked: isOn })
        })
      })

      await test.step('transfer', async () => {
        await page.goto('/user/home?open=transfer')
        const from = page.getByRole('combobox', { name: app.words.say('From') })
        await expectSteady(app.sheet('Transfer').field('Amount to transfer'), from, async () => {
          await expect(page.getByRole('listbox')).toBeVisible()
          await page.keyboard.press('Escape')
          await expect(page.getByRole('listbox')).toHaveCount(0)
        })
      })

      await test.step('deposit', async () => {
        await page.goto('/user/home?open=deposit')
        const sheet = app.sheet('Deposit')
        const field = sheet.field('Amount to deposit')
        const quick = sheet.surface.getByRole('button', { name: '500', exact: true })
        await expectSteady(field, quick, () => expect(field).toHaveValue('500.00'))
      })
    })
  })
}
