import type { BrowserContext, Page } from 'playwright/test'
import { App } from '../support/app.ts'
import { enter, expect, test } from '../support/fixtures.ts'
import { callApi, type TestMember } from '../support/members.ts'
import { ageOperationLog } from '../support/operation-log.ts'

/** Confirms a withdrawal of 100 baht; resolves once it has left the page. */
async function confirmWithdrawal(page: Page, app: App): Promise<void> {
  await page.goto('/user/home?open=withdraw')
  const sheet = app.sheet('Withdraw')
  await sheet.field('Amount to withdraw').fill('100')
  await sheet.button('Continue').click()
  const left = page.waitForRequest('**/api/wallet/withdraw')
  await sheet.button('Confirm withdrawal').click()
  await left
}

/** The page ends in the middle, as when the phone kills it; what `meet` does to the call is not waited for. */
async function breakOff(
  context: BrowserContext,
  words: App['words'],
  member: TestMember,
  meet: 'arrives' | 'is lost',
): Promise<void> {
  const page = await context.newPage()
  await enter(page, member)
  let arrived: () => void = () => undefined
  const reached = new Promise<void>((resolve) => {
    arrived = resolve
  })
  await page.route('**/api/wallet/withdraw', async (route) => {
    if (meet === 'arrives') await route.fetch()
    else await route.abort('connectionreset')
    arrived()
  })
  await confirmWithdrawal(page, new App(page, words))
  await reached
  await page.close()
}

const withdrawals = async (origin: string, { token }: TestMember) => {
  const reply = await callApi(origin, 'POST', '/api/statement', { page: 1, limit: 10 }, token)
  return (reply['statements'] as { statementType: string }[]).filter(
    ({ statementType }) => statementType === 'withdraw',
  ).length
}

test('a withdrawal whose page died after it arrived is told, and was made once', async ({
  context,
  page,
  words,
  server,
  newMember,
}) => {
  const member = await newMember(250)
  await breakOff(context, words, member, 'arrives')
  await enter(page, member)
  const app = new App(page, words)
  const news = page.getByRole('region', { name: words.say('Left unfinished') })
  await expect(news).toContainText(words.say('It went through.'))
  await expect(news).toContainText('100.00')
  await app.expectBalance('150.00')
  expect(await withdrawals(server.origin, member)).toBe(1)

  await news.getByRole('button', { name: words.say('Close') }).click()
  await expect(news).toBeHidden()
  await page.reload()
  await app.expectBalance('150.00')
  await expect(news).toBeHidden()
})

test('one that never arrived is asked after, never sent by itself, and said not to have moved anything', async ({
  context,
  page,
  words,
  server,
  newMember,
}) => {
  const member = await newMember(250)
  await breakOff(context, words, member, 'is lost')
  await enter(page, member)
  const app = new App(page, words)
  const news = page.getByRole('region', { name: words.say('Left unfinished') })
  await expect(news).toContainText(
    words.say('The app was closed before the answer came. Asking what became of it.'),
  )
  await ageOperationLog(page)
  await page.reload()
  await expect(news).toContainText(words.say('It never reached us. Nothing was moved.'))
  await app.expectBalance('250.00')
  expect(await withdrawals(server.origin, member)).toBe(0)
})

test('signing out takes what was left unfinished along', async ({ context, page, words, newMember }) => {
  const member = await newMember(250)
  await breakOff(context, words, member, 'is lost')
  await enter(page, member)
  await expect(page.getByRole('region', { name: words.say('Left unfinished') })).toBeVisible()
  await new App(page, words).button('Log out').click()
  await expect(page).toHaveURL(/\/login/)
  expect(await page.evaluate(() => localStorage.getItem('champa.money-acts'))).toBeNull()
})
