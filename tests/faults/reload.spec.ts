import type { Page } from 'playwright/test'
import type { App } from '../support/app.ts'
import { booksOf, callApi } from '../support/members.ts'
import { landOn, Wheel } from '../support/wheel.ts'
import { ageOperationLog } from '../support/operation-log.ts'
import { enter, expect, test } from '../support/fault-proxy-test.ts'
import { cutAfter, held, silentAfter } from '../support/fault-proxy.ts'

const transferring = ['POST', /^\/api\/wallet\/transfer$/u] as const

/** Fills in a transfer of so much into the game PG. */
async function fillTransfer(page: Page, app: App, baht: number): Promise<App> {
  await page.goto('/user/home?open=transfer&from=WALLET')
  const sheet = app.sheet('Transfer')
  await sheet.surface.getByRole('combobox', { name: app.words.say('To') }).click()
  await page.getByRole('option', { name: 'นาคาคู่' }).click()
  await sheet.field('Amount to transfer').fill(String(baht))
  return sheet
}

/** What the page tells of operations that another page began. */
const unfinished = (page: Page, app: App) =>
  page.getByRole('region', { name: app.words.say('Left unfinished') })

test('reloaded at each moment of a transfer, the page says what became of it, and it was made once at most', async ({
  page,
  line,
  app,
  words,
  server,
  newMember,
}) => {
  const { say } = words
  const member = await newMember(500)
  await callApi(server.origin, 'GET', '/api/wallet/activate/PG', undefined, member.token)
  await enter(page, member)
  const news = unfinished(page, app)
  const books = () => booksOf(server.origin, member, 'transfer')
  const transfer = 'Transfer'

  await test.step('before it is sent', async () => {
    const sheet = await fillTransfer(page, app, 10)
    await expect(sheet.button(transfer)).toBeEnabled()
    await page.reload()
    await expect(app.sheet(transfer).field('Amount to transfer')).toHaveValue('')
    await page.goto('/user/home')
    await app.expectBalance('500.00')
    await expect(news).toBeHidden()
    expect(await books()).toEqual({ amount: 500, rows: 0 })
  })

  await test.step('on its way, never to arrive', async () => {
    const sheet = await fillTransfer(page, app, 20)
    line.meet(...transferring, held)
    const left = page.waitForRequest('**/api/wallet/transfer')
    await sheet.button(transfer).click()
    await left
    await page.goto('/user/home')
    line.mend()
    await expect(news).toContainText(
      say('The app was closed before the answer came. Asking what became of it.'),
    )
    await ageOperationLog(page)
    await page.reload()
    await expect(news).toContainText(say('It never reached us. Nothing was moved.'))
    await news.getByRole('button', { name: say('Close') }).click()
    expect(await books()).toEqual({ amount: 500, rows: 0 })
  })

  await test.step('done, and not yet answered', async () => {
    const sheet = await fillTransfer(page, app, 30)
    const done = line.meet(...transferring, silentAfter).next()
    await sheet.button(transfer).click()
    await done
    await page.goto('/user/home')
    await expect(news).toContainText(say('It went through.'))
    await expect(news).toContainText('30.00')
    await news.getByRole('button', { name: say('Close') }).click()
    line.mend()
    expect(await books()).toEqual({ amount: 470, rows: 1 })
  })

  await test.step('asked after', async () => {
    const sheet = await fillTransfer(page, app, 40)
    line.meet(...transferring, cutAfter)
    const asked = line.meet('GET', /^\/api\/acts\//u, silentAfter).next()
    await sheet.button(transfer).click()
    await asked
    await expect(sheet.text('The answer was lost on the way')).toBeVisible()
    await page.goto('/user/home')
    line.mend()
    await expect(news).toContainText(say('It went through.'))
    await news.getByRole('button', { name: say('Close') }).click()
    expect(await books()).toEqual({ amount: 430, rows: 2 })
  })

  await test.step('answered', async () => {
    const sheet = await fillTransfer(page, app, 50)
    await sheet.button(transfer).click()
    await expect(sheet.text('Transferred')).toBeVisible()
    await page.goto('/user/home')
    await app.expectBalance('500.00')
    await expect(news).toBeHidden()
    expect(await books()).toEqual({ amount: 380, rows: 3 })
  })
})

test('a withdrawal and a spin, reloaded between the deed and its answer, are told and were done once', async ({
  page,
  line,
  app,
  words,
  server,
  sandbox,
  newMember,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const member = await newMember(300)
  await enter(page, member, '/user/home?open=withdraw')
  const news = unfinished(page, app)
  const sheet = app.sheet('Withdraw')
  await sheet.field('Amount to withdraw').fill('100')
  await sheet.button('Continue').click()
  const withdrawn = line.meet('POST', /^\/api\/wallet\/withdraw$/u, silentAfter).next()
  await sheet.button('Confirm withdrawal').click()
  await withdrawn
  await page.reload()
  // The address still asks for the sheet, which lies over the news.
  await sheet.button('Close').click()
  await expect(news).toContainText(words.say('It went through.'))
  expect(await booksOf(server.origin, member, 'withdraw')).toEqual({ amount: 200, rows: 1 })
  await page.goto('/user/home')
  await news.getByRole('button', { name: words.say('Close') }).click()

  await landOn(sandbox, member, 'B20')
  await page.goto('/user/spin')
  const wheel = new Wheel(page, app)
  await expect(wheel.hub(3)).toBeEnabled()
  const spun = line.meet('POST', /^\/api\/spinwheel\/spin$/u, silentAfter).next()
  await app.button('Spin for 1 coin').click()
  await spun
  await page.reload()
  await expect(news).toContainText(words.say('Spin wheel'))
  // The prize itself, which nobody has seen yet.
  await expect(news).toContainText(words.say('You won: {prize}').replace('{prize}', '20'))
  await expect(wheel.hub(2)).toBeEnabled()
  await expect(wheel.coupons()).toHaveCount(1)
})
