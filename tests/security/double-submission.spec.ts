import type { Page } from 'playwright/test'
import type { App } from '../support/app.ts'
import { balanceAndRows, callApi, type TestMember } from '../support/members.ts'
import { advanceUntil, expect, signInAs, test } from '../support/fixtures.ts'

/** The number of requests that the page has sent to a path with this method. */
function count(page: Page, method: string, path: string): () => number {
  let sent = 0
  page.on('request', (request) => {
    if (request.method() === method && new URL(request.url()).pathname === path) sent += 1
  })
  return () => sent
}

async function toConfirmation(page: Page, app: App, member: TestMember): Promise<App> {
  await signInAs(page, member, '/user/home?open=withdraw')
  const sheet = app.sheet('Withdraw')
  await sheet.field('Amount to withdraw').fill('200')
  await sheet.button('Continue').click()
  await expect(sheet.button('Confirm withdrawal')).toBeVisible()
  return sheet
}

const moneyOf = (origin: string, member: TestMember) => balanceAndRows(origin, member, 'withdraw')

test('after a lost response the outcome of a withdrawal is looked up, and the withdrawal not repeated', async ({
  page,
  server,
  app,
  newMember,
}) => {
  const member = await newMember(500)
  const sent = count(page, 'POST', '/api/wallet/withdraw')
  await page.route('**/api/wallet/withdraw', async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  const sheet = await toConfirmation(page, app, member)
  await sheet.button('Confirm withdrawal').click()
  await expect(sheet.text('Your money is on its way')).toBeVisible()
  await sheet.button('Done').click()
  await app.expectBalance('300.00')
  expect(sent()).toBe(1)
  expect(await moneyOf(server.origin, member)).toEqual({ amount: 300, rows: 1 })
})

test('a withdrawal that never arrived is not reported as done', async ({ page, server, app, newMember }) => {
  await page.clock.install()
  const member = await newMember(500)
  const sent = count(page, 'POST', '/api/wallet/withdraw')
  await page.route('**/api/wallet/withdraw', (route) => route.abort('connectionreset'))
  const sheet = await toConfirmation(page, app, member)
  await sheet.button('Confirm withdrawal').click()
  await expect(sheet.text('The connection was lost while we waited for the answer')).toBeVisible()
  // The app keeps asking for about ten seconds.
  const notKnown = sheet.text('We do not know yet whether it went through')
  await advanceUntil(page, (soon) => soon(notKnown).toBeVisible())
  await expect(sheet.button('Confirm withdrawal')).toBeHidden()
  await expect(sheet.text('Your money is on its way')).toBeHidden()
  await sheet.button('Close').click()
  await app.expectBalance('500.00')
  expect(sent()).toBe(1)
  expect(await moneyOf(server.origin, member)).toEqual({ amount: 500, rows: 0 })
})

test('a double tap does each operation once', async ({ page, context, server, app, newMember }) => {
  const member = await newMember(500)
  await callApi(server.origin, 'GET', '/api/wallet/activate/PG', undefined, member.token)
  const withdrawn = count(page, 'POST', '/api/wallet/withdraw')
  const sheet = await toConfirmation(page, app, member)
  await sheet.button('Confirm withdrawal').dblclick()
  await expect(sheet.text('Your money is on its way')).toBeVisible()
  expect(withdrawn()).toBe(1)

  const created = count(page, 'POST', '/api/qrcode/KBANK')
  await page.goto('/user/home?open=deposit')
  const deposit = app.sheet('Deposit')
  await deposit.field('Amount to deposit').fill('20')
  await deposit.button('Create QR').dblclick()
  await expect(deposit.surface.getByRole('timer')).toBeVisible()
  expect(created()).toBe(1)

  const moved = count(page, 'POST', '/api/wallet/transferAll')
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
