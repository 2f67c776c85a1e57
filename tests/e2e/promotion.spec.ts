import type { BrowserContext } from 'playwright/test'
import { collectPageErrors, expect, signInAs, test } from '../support/fixtures.ts'
import { callApi, type TestMember } from '../support/members.ts'
import { GameTab } from '../support/sandbox.ts'

/** Transfers money into a game and loses it there on the provider's page. */
async function transferAndLose(origin: string, context: BrowserContext, { token }: TestMember, baht: number) {
  const call = (method: string, path: string, body?: object) => callApi(origin, method, path, body, token)
  const { username } = await call('GET', '/api/wallet/activate/PG')
  await call('POST', '/api/wallet/transfer', { from: 'WALLET', to: 'PG', amount: baht })
  const { link } = await call('GET', `/api/autoLogin/pg/${String(username)}`)
  const tab = new GameTab(await context.newPage())
  await tab.page.goto(String(link))
  await tab.play('Lose', baht)
  await tab.page.close()
}

test('a promotion is found by its code, fulfilled and cancelled; a bonus is received up to its daily limit', async ({
  page,
  context,
  server,
  app,
  words,
  newMember,
}) => {
  const { say, like } = words
  const member = await newMember(200)
  const pageErrors = collectPageErrors(context)
  await signInAs(page, member)

  const expectRefusal = async (english: string) => {
    const dialog = page.getByRole('dialog', { name: say('That did not work') })
    await expect(dialog).toContainText(like(english))
    await dialog.getByRole('button', { name: say('Close') }).click()
    await expect(dialog).toHaveCount(0)
  }
  const search = async (code: string) => {
    await app.field('Promotion code').fill(code)
    await app.button('Search').click()
  }
  const running = page.getByRole('region', { name: say('Bonus in use') })
  const cancel = async () => {
    await app.button('Cancel bonus').click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: say('Cancel bonus') })
      .click()
  }
  const card = (name: string) =>
    page.getByRole('list', { name: say('Bonuses') }).getByRole('button', { name })

  await test.step('codes are searched for', async () => {
    await app.button('Deposit, withdraw and more').click()
    await page
      .getByRole('dialog')
      .getByRole('link', { name: say('Bonus') })
      .click()
    await expect(app.heading('Bonus')).toBeVisible()
    await search('nothing')
    await expect(app.text('No promotion has this code. Please check the letters.')).toBeVisible()
    await search('soldout')
    await app.button('Activate promotion').click()
    await expectRefusal(
      'All of this bonus has been claimed for now. Please choose another or come back later.',
    )
  })

  await test.step('a code in small letters is activated, and cannot be cancelled before its turnover is met', async () => {
    await search('champa50')
    await expect(app.field('Promotion code')).toHaveValue('CHAMPA50')
    const offer = page.getByRole('region', { name: 'CHAMPA50' })
    await expect(offer).toContainText('5%')
    await app.button('Activate promotion').click()
    await expect(running).toContainText('CHAMPA50')
    // 5 % of the 200 ฿ and the bonus's 50 ฿.
    await expect(
      app.text('It can be cancelled once its requirement is met, or once all your money is at most <0/>.'),
    ).toContainText('12.50 ฿')
    await expect(app.button('Cancel bonus')).toBeDisabled()
  })

  await test.step('after its turnover it is cancelled, and cannot be activated again', async () => {
    await transferAndLose(server.origin, context, member, 50)
    await cancel()
    await expect(app.field('Promotion code')).toBeVisible()
    await search('CHAMPA50')
    await app.button('Activate promotion').click()
    await expectRefusal('You have already claimed this promotion.')
  })

  await test.step('a bonus is received up to its daily limit', async () => {
    const lucky = card('โบนัสโชคเล็ก ๆ')
    for (const received of ['0', '1']) {
      await lucky.click()
      const sheet = page.getByRole('dialog')
      await expect(sheet).toContainText(
        say('{received} of {maxReceived}').replace('{received}', received).replace('{maxReceived}', '2'),
      )
      await expect(sheet).toContainText('7.5%')
      await sheet.getByRole('button', { name: say('Claim bonus') }).click()
      await expect(lucky).toContainText(say('In use'))
      await cancel()
      await expect(app.field('Promotion code')).toBeVisible()
    }
    await expect(lucky).toContainText(say('Claimed'))
    await expect(lucky).toBeDisabled()
  })

  await test.step('only one bonus is active at a time, also by keyboard', async () => {
    await card('โบนัสรายสัปดาห์').focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await card('โบนัสรายสัปดาห์').press('Enter')
    const receive = page.getByRole('dialog').getByRole('button', { name: say('Claim bonus') })
    await receive.press('Enter')
    await expect(running).toContainText('โบนัสรายสัปดาห์')
    await card('โบนัสต้อนรับ').click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('Confirm') })
      .click()
    await expectRefusal('A bonus is still running. Please finish or cancel it first.')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('the wallet and the statement show the money', async () => {
    await app.link('Home').click()
    await app.expectBalance('270.50')
    await app.link('History').click()
    const rows = page.getByRole('main').getByRole('listitem')
    await expect(rows.first()).toContainText('+50.00 ฿')
    await expect(rows.filter({ hasText: like('Promotion bonus') })).toContainText('+50.00 ฿')
  })
  // The browser logs every 400 and 404 as an error: those are the refusals expected above.
  expect(pageErrors.filter((error) => !/status of 40[04]/u.test(error))).toEqual([])
})

test('the calculator answers “if I deposit 500” with what the server then credits', async ({
  page,
  app,
  words,
  server,
  newMember,
}) => {
  const { say, like } = words
  const member = await newMember(200)
  await page.setViewportSize({ width: 360, height: 780 })
  await signInAs(page, member, '/user/home?open=bonus&bonus=DAILY')
  const plan = page.getByRole('dialog').getByRole('region', { name: say('What this bonus gives you') })
  const fact = (name: string) =>
    plan.locator('dl > div').filter({ has: page.getByText(say(name), { exact: true }) })

  await test.step('without a deposit it counts with the wallet', async () => {
    await expect(fact('Bonus you receive')).toContainText('40.00 ฿')
    await expect(fact('To be played before you can withdraw')).toContainText('80.00 ฿')
  })

  await test.step('with the deposit, by keyboard', async () => {
    await plan.getByRole('textbox', { name: say('If I deposit') }).focus()
    await page.keyboard.type('500')
    await expect(fact('Bonus you receive')).toContainText('140.00 ฿')
    await expect(fact('In the wallet with the bonus')).toContainText('840.00 ฿')
    await expect(fact('To be played before you can withdraw')).toContainText('280.00 ฿')
    await expect(fact('Can be cancelled early once all your money is at most')).toContainText('84.00 ฿')
  })

  await test.step('the same is credited', async () => {
    await callApi(server.origin, 'POST', '/api/wallet/add', { amount: 500 }, member.token)
    await page.goto('/user/home?open=bonus&bonus=DAILY')
    await expect(fact('Bonus you receive')).toContainText('140.00 ฿')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('Claim bonus') })
      .click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await app.expectBalance('840.00')
  })

  await test.step('while it runs the bar, what ends it early and what would be lost are told', async () => {
    await page.goto('/user/bonus')
    const running = page.getByRole('region', { name: say('Bonus in use') })
    await expect(running.getByRole('progressbar')).toHaveAttribute('value', '0')
    await expect(running).toContainText('280.00 ฿')
    await expect(running.locator('dl')).toContainText('840.00 ฿')
    // Why it cannot be cancelled yet.
    await expect(running).toContainText(/(?<!\d)84\.00 ฿/u)
    await expect(
      running.getByText(
        like('What is lost: this claim is used, and what you played for it counts for no other bonus.'),
      ),
    ).toBeVisible()
  })
})
