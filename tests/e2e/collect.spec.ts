import { expect, signInAs, test } from '../support/fixtures.ts'
import { callApi } from '../support/members.ts'
import { submitForm } from '../support/submit-form.ts'

const [naga, moon] = ['นาคาคู่', 'จันทร์แดง']

test('from the menu everything comes back to the wallet; a game that refuses is named, and stops no other', async ({
  page,
  app,
  words,
  sandbox,
  newMember,
}) => {
  const { say } = words
  const member = await newMember(500)
  const call = (method: string, path: string, body?: object) =>
    callApi(sandbox.origin, method, path, body, member.token)
  for (const [code, amount] of [
    ['PG', 200],
    ['JOKER', 100.5],
  ] as const) {
    await call('GET', `/api/wallet/activate/${code}`)
    await call('POST', '/api/wallet/transfer', { from: 'WALLET', to: code, amount })
  }
  await page.setViewportSize({ width: 360, height: 780 })
  await signInAs(page, member)
  const sheet = app.sheet('Move all to wallet')
  const rows = sheet.surface.getByRole('list', { name: say('All games') })
  const row = (name: string) => rows.getByRole('listitem').filter({ hasText: name })
  const open = async () => {
    await app.button('Deposit, withdraw and more').click()
    await app.sheet('What next?').button('Move all to wallet').click()
  }

  await test.step('the confirmation names both sides, what they hold afterwards, and every game', async () => {
    await open()
    const afterwards = new RegExp(`${say('All games')}\\s*0\\.00 ฿\\s*${say('Wallet')}\\s*500\\.00 ฿`, 'u')
    await expect(page.getByRole('dialog').locator('dl')).toHaveText(afterwards)
    const games = sheet.surface.getByRole('list', { name: say('What is in games') })
    await expect(games.getByRole('listitem')).toHaveText([`${naga}200.00 ฿`, `${moon}100.50 ฿`])
  })

  await test.step('one game refuses, the other pays', async () => {
    await submitForm(sandbox.origin, '/switches', { name: 'game:PG' }, 'switched')
    await sheet.button('Transfer all').click()
    await expect(sheet.text('Not every game paid out')).toBeVisible()
    await expect(row(naga)).toContainText(say('Still in the game'))
    await expect(row(moon)).toContainText(say('In the wallet'))
  })

  await test.step('another tap, by keyboard, brings the rest', async () => {
    await sheet.button('Try again').press('Enter')
    await expect(page.getByRole('dialog').locator('dl')).toContainText('500.00 ฿')
    await sheet.button('Transfer all').press('Enter')
    await expect(sheet.text('Transferred')).toBeVisible()
    await expect(row(naga)).toContainText(say('In the wallet'))
    await sheet.button('Done').press('Enter')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await app.expectBalance('500.00')
  })

  await test.step('with nothing in games the button says so', async () => {
    await open()
    await expect(sheet.button('Transfer all')).toBeDisabled()
    await expect(sheet.text('No game holds money.')).toBeVisible()
  })

  await test.step('the statement has a row for each transfer', async () => {
    await page.goto('/user/statement')
    const back = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ hasText: words.like('Transfer back from {game}') })
    await expect(back).toHaveCount(3)
    await expect(back.filter({ hasText: say('Failed') })).toHaveCount(1)
  })

  await test.step('a wide home has the same two ways on the page', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto('/user/home')
    await app.button('Move all to wallet').click()
    await expect(sheet.text('No game holds money.')).toBeVisible()
    await sheet.button('Close').click()
    await app.button('Transfer').click()
    await expect(app.sheet('Transfer').button('Transfer')).toBeVisible()
  })
})
