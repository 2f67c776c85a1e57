import type { Page } from 'playwright/test'
import { createQr } from '../../src/api/contract/qrcode.ts'
import { transferAll, withdraw } from '../../src/api/contract/wallet.ts'
import { countRequests } from '../support/count-requests.ts'
import type { App } from '../support/app.ts'
import { balanceAndRows, callApi, type TestMember } from '../support/members.ts'
import { expect, signInAs, test } from '../support/fixtures.ts'

async function toConfirmation(page: Page, app: App, member: TestMember): Promise<App> {
  await signInAs(page, member, '/user/home?open=withdraw')
  const sheet = app.sheet('Withdraw')
  await sheet.field('Amount to withdraw').fill('200')
  await sheet.button('Continue').click()
  await expect(sheet.button('Confirm withdrawal')).toBeVisible()
  return sheet
}

const moneyOf = (origin: string, member: TestMember) => balanceAndRows(origin, member, 'withdraw')

test('a double tap does each operation once', async ({ page, context, server, app, newMember }) => {
  const member = await newMember(500)
  await callApi(server.origin, 'GET', '/api/wallet/activate/PG', undefined, member.token)
  const withdrawn = countRequests(page, withdraw)
  const sheet = await toConfirmation(page, app, member)
  await sheet.button('Confirm withdrawal').dblclick()
  await expect(sheet.text('Your money is on its way')).toBeVisible()
  expect(withdrawn()).toBe(1)

  const created = countRequests(page, createQr)
  await page.goto('/user/home?open=deposit')
  const deposit = app.sheet('Deposit')
  await deposit.field('Amount to deposit').fill('20')
  await deposit.button('Create QR').dblclick()
  await expect(deposit.surface.getByRole('timer')).toBeVisible()
  expect(created()).toBe(1)

  const moved = countRequests(page, transferAll)
  const tabs: Page[] = []
  context.on('page', (tab) => tabs.push(tab))
  await page.goto('/user/home?open=game&game=PG')
  await app.button('Transfer all and play').dblclick()
  await app.button('Transfer and play').dblclick()
  await expect
    .poll(() => tabs.map((tab) => tab.url()))
    .toEqual([expect.stringContaining('/sandbox/games/PG?visit=')])
  expect(moved()).toBe(1)
  expect(await moneyOf(server.origin, member)).toEqual({ amount: 0, rows: 1 })
})
