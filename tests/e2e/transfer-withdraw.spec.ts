import type { Page } from 'playwright/test'
import type { App } from '../support/app.ts'
import { expect, signInAs, test } from '../support/fixtures.ts'
import { callApi, type TestMember } from '../support/members.ts'
import { ConsoleTab } from '../support/sandbox.ts'

const home = '/user/home'
const [naga, moon] = ['นาคาคู่', 'จันทร์แดง']

/** Activates two games, and transfers this amount in baht to the first. */
async function openGames(origin: string, { token }: TestMember, baht: number) {
  await callApi(origin, 'GET', '/api/wallet/activate/PG', undefined, token)
  await callApi(origin, 'GET', '/api/wallet/activate/JOKER', undefined, token)
  const move = { from: 'WALLET', to: 'PG', amount: baht }
  if (baht > 0) await callApi(origin, 'POST', '/api/wallet/transfer', move, token)
}

async function choose(sheet: App, page: Page, list: string, option: string) {
  await sheet.surface.getByRole('combobox', { name: sheet.words.say(list) }).click()
  await page.getByRole('option', { name: option }).click()
  // A menu fades out: until it is gone, its options would be found beside those of the next one.
  await expect(page.getByRole('listbox')).toHaveCount(0)
}

const statement = (page: Page) => page.getByRole('main').getByRole('listitem')

test('a member transfers an amount, then everything to a game and back', async ({
  page,
  app,
  words,
  sandbox,
  newMember,
}) => {
  const wallet = words.say('Wallet')
  const member = await newMember(300.5)
  await openGames(sandbox.origin, member, 0)
  await signInAs(page, member)
  const sheet = app.sheet('Transfer')
  const panel = sheet.surface.getByRole('tabpanel')
  const open = () => page.goto(`${home}?open=transfer`)
  const everything = () =>
    sheet.surface.getByRole('tab', { name: words.say('Everything'), exact: true }).click()

  await test.step('invalid input is reported', async () => {
    await open()
    await sheet.field('Amount to transfer').fill('0.99')
    await sheet.button('Transfer').click()
    await expect(sheet.text('Please choose an account.')).toBeVisible()
    await expect(sheet.text('The minimum is {minimum}. Please enter more.')).toContainText('1.00 ฿')
    await choose(sheet, page, 'To', wallet)
    await expect(sheet.text('Please choose two different accounts.')).toBeVisible()
    await choose(sheet, page, 'To', naga)
    await sheet.field('Amount to transfer').fill('300.51')
    await expect(sheet.text('There is not enough money for this. Please enter less.')).toBeVisible()
  })

  await test.step('for an amount, both balances afterwards are shown', async () => {
    await sheet.field('Amount to transfer').fill('100')
    await expect(panel.locator('dl')).toHaveText(
      new RegExp(`${wallet}\\s*200\\.50 ฿\\s*${naga}\\s*100\\.00 ฿`, 'u'),
    )
    await sheet.button('Transfer').click()
    await expect(sheet.text('Transferred')).toBeVisible()
  })

  await test.step('the rest of the wallet goes to another game', async () => {
    await open()
    await everything()
    await choose(sheet, page, 'Move everything to', moon)
    await expect(panel.locator('dl')).toHaveText(
      new RegExp(`${wallet}\\s*0\\.00 ฿\\s*${moon}\\s*200\\.50 ฿`, 'u'),
    )
    await sheet.button('Transfer all').click()
    await expect(sheet.text('Transferred')).toBeVisible()
    await expect(sheet.surface.getByText('200.50 ฿')).toBeVisible()
  })

  await test.step('everything comes back from both games', async () => {
    await open()
    await everything()
    await expect(panel).toContainText(`${words.say('All games')} → ${wallet}`)
    await expect(panel.locator('dl')).toHaveText(new RegExp(`${wallet}\\s*300\\.50 ฿$`, 'u'))
    await sheet.button('Transfer all').click()
    await expect(sheet.text('Transferred')).toBeVisible()
    await sheet.button('Done').click()
    await page.goto('/user/statement')
    await expect(statement(page).filter({ hasText: words.like('Transfer back from {game}') })).toHaveCount(2)
    await page.goto(`${home}?open=withdraw`)
    await expect(app.sheet('Withdraw').surface.getByText('300.50 ฿')).toBeVisible()
  })
})

test('a withdrawal can include the money in games; a refused one comes back with the reason', async ({
  page,
  context,
  app,
  words,
  sandbox,
  newMember,
}) => {
  const member = await newMember(500)
  await openGames(sandbox.origin, member, 450)
  await signInAs(page, member, `${home}?open=withdraw`)
  const outside = new ConsoleTab(await context.newPage())
  const sheet = app.sheet('Withdraw')
  const { surface } = sheet
  const waiting = surface.getByRole('list', { name: words.say('Your money is on its way') })
  const again = () => page.goto(`${home}?open=withdraw`)

  await test.step('the wallet alone is not enough; with the games it is enough', async () => {
    await sheet.field('Amount to withdraw').fill('400')
    await sheet.button('Continue').click()
    await expect(sheet.text('There is not enough money for this. Please enter less.')).toBeVisible()
    const games = surface.getByRole('switch', { name: words.say('Withdraw money in games too') })
    await expect(sheet.text('First, all money in games moves to the wallet: <0/>')).toContainText('450.00 ฿')
    await games.click()
    await expect(sheet.text('There is not enough money for this. Please enter less.')).toHaveCount(0)
    await expect(sheet.text('Left in the wallet afterwards: <0/>')).toContainText('100.00 ฿')
    await sheet.button('Continue').click()
  })

  await test.step('the confirmation lists what will happen, then it happens', async () => {
    const fact = (name: string) =>
      page
        .getByRole('dialog')
        .locator('dl > div')
        .filter({ has: page.getByText(words.say(name), { exact: true }) })
    await expect(fact('First, from all games to the wallet')).toContainText('450.00 ฿')
    await expect(fact('To')).toContainText(member.bankAccountNo.replace(/^(\d{3})(\d{3})/u, '$1-$2-'))
    await expect(fact('Wallet afterwards')).toContainText('100.00 ฿')
    await expect(fact('In games afterwards')).toContainText(/^\D*0\.00 ฿/u)
    await sheet.button('Confirm withdrawal').click()
    await expect(sheet.text('Your money is on its way')).toBeVisible()
  })

  await test.step('the sheet shows it as pending until the bank decides', async () => {
    await again()
    await expect(page.locator('summary')).toContainText('400.00 ฿')
    await expect(waiting.locator('[aria-current=step]')).toContainText(words.say('With the bank'))
    await expect(surface.getByRole('switch')).toHaveCount(0)
    await outside.refuse(member.phone)
    await expect(sheet.text('Your last withdrawal came back')).toBeVisible()
    await expect(waiting).toHaveCount(0)
    await expect(surface.getByText('500.00 ฿').first()).toBeVisible()
  })

  await test.step('the statement shows the reason', async () => {
    await page.goto('/user/statement?kind=withdraw')
    await expect(statement(page)).toHaveCount(1)
    await expect(statement(page)).toContainText(words.say('Failed'))
    await expect(statement(page)).toContainText(
      words.say('The bank did not take it. The money is back in your wallet.'),
    )
  })

  await test.step('after the next one is paid, the refused one is no longer mentioned', async () => {
    await again()
    await sheet.button('All').click()
    await sheet.button('Continue').click()
    await sheet.button('Confirm withdrawal').click()
    await expect(sheet.text('Your money is on its way')).toBeVisible()
    await outside.settle(member.phone)
    await again()
    await expect(sheet.field('Amount to withdraw')).toBeVisible()
    await expect(sheet.button('All')).toBeDisabled()
    await expect(sheet.text('Your last withdrawal came back')).toHaveCount(0)
  })
})

test('an active bonus blocks the withdrawal and shows the turnover left', async ({
  page,
  app,
  sandbox,
  newMember,
}) => {
  const member = await newMember(500)
  await callApi(sandbox.origin, 'GET', '/api/bonus/activate/WELCOME', undefined, member.token)
  await signInAs(page, member, `${home}?open=withdraw`)
  const sheet = app.sheet('Withdraw')
  await expect(
    sheet.text('This bonus is in use. Before you can withdraw, <0/> must still be played in games.'),
  ).toContainText('300.00 ฿')
  await expect(sheet.button('Continue')).toBeDisabled()
  await sheet.link('See the bonus').click()
  await expect(page).toHaveURL(/\/user\/bonus$/u)
  const left = app.words.like('Still to be played before you can withdraw: <0/>')
  await expect(page.getByRole('main').getByText(left)).toContainText('300.00 ฿')
})
