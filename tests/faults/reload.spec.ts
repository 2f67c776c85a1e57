import type { Page } from 'playwright/test'
import { getOperation } from '../../src/api/contract/operation.ts'
import { spin } from '../../src/api/contract/spinwheel.ts'
import { transfer, withdraw } from '../../src/api/contract/wallet.ts'
import { addressesOf } from '../support/addresses-of.ts'
import type { App } from '../support/app.ts'
import { balanceAndRows, callApi } from '../support/members.ts'
import { forceNextSpin, Wheel } from '../support/wheel.ts'
import { ageOperationLog } from '../support/operation-log.ts'
import { expect, signInAs, test } from '../support/fault-proxy-test.ts'
import { loseResponse, withholdRequest, withholdResponse } from '../support/fault-proxy.ts'

/** Fills in a transfer of this amount in baht to the game PG. */
async function fillTransfer(page: Page, app: App, baht: number): Promise<App> {
  await page.goto('/user/home?open=transfer&source=WALLET')
  const sheet = app.sheet('Transfer')
  await sheet.surface.getByRole('combobox', { name: app.words.say('To') }).click()
  await page.getByRole('option', { name: 'นาคาคู่' }).click()
  await sheet.field('Amount to transfer').fill(String(baht))
  return sheet
}

/** The notice of operations that an earlier page began. */
const unfinished = (page: Page, app: App) => page.getByRole('region', { name: app.words.say('Pending') })

test('a page reloaded at any moment of a transfer reports its outcome, and the transfer is made at most once', async ({
  page,
  faultProxy,
  app,
  words,
  server,
  newMember,
}) => {
  const { say } = words
  const member = await newMember(500)
  await callApi(server.origin, 'GET', '/api/wallet/activate/PG', undefined, member.token)
  await signInAs(page, member)
  const news = unfinished(page, app)
  const books = () => balanceAndRows(server.origin, member, 'transfer')

  await test.step('before the request is sent', async () => {
    const sheet = await fillTransfer(page, app, 10)
    await expect(sheet.button('Transfer')).toBeEnabled()
    await page.reload()
    await expect(app.sheet('Transfer').field('Amount to transfer')).toHaveValue('')
    await page.goto('/user/home')
    await app.expectBalance('500.00')
    await expect(news).toBeHidden()
    expect(await books()).toEqual({ amount: 500, rows: 0 })
  })

  await test.step('sent, but never arrived', async () => {
    const sheet = await fillTransfer(page, app, 20)
    faultProxy.inject(transfer, withholdRequest)
    const left = page.waitForRequest(addressesOf(transfer))
    await sheet.button('Transfer').click()
    await left
    await page.goto('/user/home')
    faultProxy.clear()
    await expect(news).toContainText(say('Checking the result. Nothing is sent twice.'))
    await ageOperationLog(page)
    await page.reload()
    await expect(news).toContainText(say('It never reached us. Nothing was moved.'))
    await news.getByRole('button', { name: say('Close') }).click()
    expect(await books()).toEqual({ amount: 500, rows: 0 })
  })

  await test.step('done, but not answered yet', async () => {
    const sheet = await fillTransfer(page, app, 30)
    const done = faultProxy.inject(transfer, withholdResponse).next()
    await sheet.button('Transfer').click()
    await done
    await page.goto('/user/home')
    await expect(news).toContainText(say('It went through.'))
    await expect(news).toContainText('30.00')
    await news.getByRole('button', { name: say('Close') }).click()
    faultProxy.clear()
    expect(await books()).toEqual({ amount: 470, rows: 1 })
  })

  await test.step('while the app asks for the outcome', async () => {
    const sheet = await fillTransfer(page, app, 40)
    faultProxy.inject(transfer, loseResponse)
    const asked = faultProxy.inject(getOperation, withholdResponse).next()
    await sheet.button('Transfer').click()
    await asked
    await expect(sheet.text('The connection was lost while we waited for the answer')).toBeVisible()
    await page.goto('/user/home')
    faultProxy.clear()
    await expect(news).toContainText(say('It went through.'))
    await news.getByRole('button', { name: say('Close') }).click()
    expect(await books()).toEqual({ amount: 430, rows: 2 })
  })

  await test.step('after the response', async () => {
    const sheet = await fillTransfer(page, app, 50)
    await sheet.button('Transfer').click()
    await expect(sheet.text('Transferred')).toBeVisible()
    await page.goto('/user/home')
    await app.expectBalance('500.00')
    await expect(news).toBeHidden()
    expect(await books()).toEqual({ amount: 380, rows: 3 })
  })
})

test('a withdrawal and a spin, reloaded before their response, are reported and were done once', async ({
  page,
  faultProxy,
  app,
  words,
  server,
  sandbox,
  newMember,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const member = await newMember(300)
  await signInAs(page, member, '/user/home?open=withdraw')
  const news = unfinished(page, app)
  const sheet = app.sheet('Withdraw')
  await sheet.field('Amount to withdraw').fill('100')
  await sheet.button('Continue').click()
  const withdrawn = faultProxy.inject(withdraw, withholdResponse).next()
  await sheet.button('Confirm withdrawal').click()
  await withdrawn
  await page.reload()
  // The address still opens the sheet, which covers the notice.
  // Its content may have come, which ends in a button of the same name.
  await sheet.button('Close').first().click()
  await expect(news).toContainText(
    words.say(
      'Your withdrawal was noted. The statement shows its status. If the bank cannot take it, the money comes back to your wallet.',
    ),
  )
  expect(await balanceAndRows(server.origin, member, 'withdraw')).toEqual({ amount: 200, rows: 1 })
  await page.goto('/user/home')
  await news.getByRole('button', { name: words.say('Close') }).click()

  await forceNextSpin(sandbox, member, 'B20')
  await page.goto('/user/spin')
  const wheel = new Wheel(page, app)
  await expect(wheel.hub(3)).toBeEnabled()
  const spun = faultProxy.inject(spin, withholdResponse).next()
  await app.button('Spin for 1 coin').click()
  await spun
  await page.reload()
  await expect(news).toContainText(words.say('Spin wheel'))
  // The notice shows the prize, which the member has not seen yet.
  await expect(news).toContainText(words.say('The wheel stopped at: {label}').replace('{label}', '20'))
  await expect(wheel.hub(2)).toBeEnabled()
  await expect(wheel.coupons()).toHaveCount(1)
})
