import { expect, test } from '../support/fixtures.ts'

// Sheets come and leave with their motion, as on most phones.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('pressing a tile prerenders its sheet hidden; lifting the finger opens it, sliding away discards it', async ({
  page,
  app,
  newMember,
}) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto('/login')
  await app.logIn(await newMember(300))
  const menu = app.sheet('What next?')
  const dialogs = page.getByRole('dialog')
  const hidden = page.locator('[role=dialog][hidden]')
  const press = async (name: string) => {
    await app.button('Deposit, withdraw and more').click()
    await menu.surface
      .getByRole('button', { name: app.words.say(name) })
      .first()
      .hover()
    await page.mouse.down()
    await expect(hidden.locator('input')).toHaveCount(1)
    await expect(dialogs).toHaveCount(1)
    await expect(app.sheet(name).button('Close')).toHaveCount(0)
  }

  await test.step('the finger slides away', async () => {
    await press('Withdraw')
    await page.mouse.move(180, 60)
    await page.mouse.up()
    await expect(hidden).toHaveCount(0)
    await expect(dialogs).toHaveCount(1)
    await expect(page).toHaveURL(/open=menu/u)
    await menu.button('Close').click()
    await expect(dialogs).toHaveCount(0)
  })

  await test.step('the finger is lifted', async () => {
    await press('Deposit')
    await page.mouse.up()
    const amount = app.sheet('Deposit').field('Amount to deposit')
    await expect(amount).toBeVisible()
    await expect(dialogs).toHaveCount(1)
    await expect(page).toHaveURL(/open=deposit/u)
    await amount.fill('125')
    await page.goBack()
    await expect(dialogs).toHaveCount(0)
    await expect(page).toHaveURL(/home$/u)
  })

  await test.step('a link of the menu leads to its page, and no sheet remains', async () => {
    await app.button('Deposit, withdraw and more').click()
    await menu.surface.getByRole('link').last().click()
    await expect(app.heading('Bonus')).toBeVisible()
    await expect(dialogs).toHaveCount(0)
    await app.link('Home').click()
    await expect(app.wallet()).toBeVisible()
  })
})
