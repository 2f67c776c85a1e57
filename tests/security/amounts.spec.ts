import type { App } from '../support/app.ts'
import { App as Screen } from '../support/app.ts'
import { callApi } from '../support/members.ts'
import { expect, signInAs, test } from '../support/fixtures.ts'

const refused = [
  ['1e3', 'Please enter the amount in digits, such as 100 or 99.50.'],
  ['-5', 'Please enter an amount above zero.'],
  ['0.001', 'Please use at most two decimals.'],
  ['1,5', 'Please enter the amount in digits, such as 100 or 99.50.'],
  ['0x64', 'Please enter the amount in digits, such as 100 or 99.50.'],
] as const

async function expectRefusals(sheet: App, field: string, button: string) {
  for (const [typed, words] of refused) {
    await sheet.field(field).fill(typed)
    await sheet.field(field).press('Enter')
    await expect(sheet.text(words), typed).toBeVisible()
    await expect(sheet.button(button)).toBeVisible()
  }
}

test('invalid amounts are never sent, and Thai digits are accepted', async ({
  page,
  server,
  app,
  newMember,
}) => {
  const member = await newMember(700)
  await callApi(server.origin, 'GET', '/api/wallet/activate/PG', undefined, member.token)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && /qrcode|withdraw|transfer/u.test(request.url())) {
      sent.push(`${new URL(request.url()).pathname} ${request.postData()}`)
    }
  })

  await signInAs(page, member, '/user/home?open=deposit')
  const deposit = app.sheet('Deposit')
  await expectRefusals(deposit, 'Amount to deposit', 'Create QR')
  expect(sent).toEqual([])
  await deposit.field('Amount to deposit').fill('๑๐๐')
  await deposit.button('Create QR').click()
  await expect(deposit.surface.getByRole('timer')).toBeVisible()

  await page.goto('/user/home?open=withdraw')
  const withdraw = app.sheet('Withdraw')
  await expectRefusals(withdraw, 'Amount to withdraw', 'Continue')
  await withdraw.field('Amount to withdraw').fill('๑๐๐.๕๐')
  await withdraw.button('Continue').click()
  await withdraw.button('Confirm withdrawal').click()
  await expect(withdraw.text('Your money is on its way')).toBeVisible()

  await page.goto('/user/home?open=transfer')
  const transfer = app.sheet('Transfer')
  await expectRefusals(transfer, 'Amount to transfer', 'Transfer')
  await transfer.field('Amount to transfer').fill('๑๐๐')
  await transfer.button('Transfer').click()
  await expect(transfer.text('Transferred')).toBeVisible()

  await page.goto('/user/home?open=game&game=PG')
  const game = new Screen(page.getByRole('dialog'), app.words)
  await game.field('Transfer from wallet').fill('1e3')
  await game.button('Transfer only').click()
  await expect(game.text('Please enter the amount in digits, such as 100 or 99.50.')).toBeVisible()
  await game.field('Transfer from wallet').fill('໕໐')
  await game.transferTyped().click()
  await expect(game.surface.getByText('150.00 ฿').first()).toBeVisible()

  // A withdrawal names its account too.
  const amounts = sent.map((one) => one.replace(/,"bankAccount":"\d+"/u, ''))
  expect(amounts).toEqual([
    '/api/qrcode/KBANK {"amount":100}',
    '/api/wallet/withdraw {"amount":100.5}',
    '/api/wallet/transfer {"from":"WALLET","to":"PG","amount":100}',
    '/api/wallet/transfer {"from":"WALLET","to":"PG","amount":50}',
  ])
})
