import type { BrowserContext, Page } from 'playwright/test'
import { withdraw } from '../../src/api/contract/wallet.ts'
import { addressesOf } from '../support/addresses-of.ts'
import { App } from '../support/app.ts'
import { expect, signInAs, test } from '../support/fixtures.ts'
import { callApi, type TestMember } from '../support/members.ts'
import { ageOperationLog, readOperationLog } from '../support/operation-log.ts'

/** Confirms a withdrawal of 100 baht; resolves once the request is sent. */
async function confirmWithdrawal(page: Page, app: App): Promise<void> {
  await page.goto('/user/home?open=withdraw')
  const sheet = app.sheet('Withdraw')
  await sheet.field('Amount to withdraw').fill('100')
  await sheet.button('Continue').click()
  const left = page.waitForRequest(addressesOf(withdraw))
  await sheet.button('Confirm withdrawal').click()
  await left
}

/** Closes the page during a withdrawal, as when the phone kills it, whether or not the request reaches the server. */
async function closeDuringWithdrawal(
  context: BrowserContext,
  words: App['words'],
  member: TestMember,
  request: 'arrives' | 'is lost',
): Promise<void> {
  const page = await context.newPage()
  await signInAs(page, member)
  let arrived: () => void = () => undefined
  const reached = new Promise<void>((resolve) => {
    arrived = resolve
  })
  await page.route(addressesOf(withdraw), async (route) => {
    if (request === 'arrives') await route.fetch()
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

test('a withdrawal whose page died after it arrived is reported later, and was made once', async ({
  context,
  page,
  words,
  server,
  newMember,
}) => {
  const member = await newMember(250)
  await closeDuringWithdrawal(context, words, member, 'arrives')
  await signInAs(page, member)
  const app = new App(page, words)
  const news = page.getByRole('region', { name: words.say('Pending') })
  await expect(news).toContainText(
    words.say(
      'Your withdrawal was noted. The statement shows its status. If the bank cannot take it, the money comes back to your wallet.',
    ),
  )
  await expect(news).toContainText('100.00')
  await app.expectBalance('150.00')
  expect(await withdrawals(server.origin, member)).toBe(1)

  await news.getByRole('button', { name: words.say('Close') }).click()
  await expect(news).toBeHidden()
  await page.reload()
  await app.expectBalance('150.00')
  await expect(news).toBeHidden()
})

test('a withdrawal that never arrived is checked, never resent by itself, and reported as not made', async ({
  context,
  page,
  words,
  server,
  newMember,
}) => {
  const member = await newMember(250)
  await closeDuringWithdrawal(context, words, member, 'is lost')
  await signInAs(page, member)
  const app = new App(page, words)
  const news = page.getByRole('region', { name: words.say('Pending') })
  await expect(news).toContainText(words.say('Checking the result. Nothing is sent twice.'))
  await ageOperationLog(page)
  await page.reload()
  await expect(news).toContainText(words.say('It never reached us. Nothing was moved.'))
  await app.expectBalance('250.00')
  expect(await withdrawals(server.origin, member)).toBe(0)
})

test('signing out removes the report of an unfinished operation', async ({
  context,
  page,
  words,
  newMember,
}) => {
  const member = await newMember(250)
  await closeDuringWithdrawal(context, words, member, 'is lost')
  await signInAs(page, member)
  await expect(page.getByRole('region', { name: words.say('Pending') })).toBeVisible()
  await new App(page, words).button('Log out').click()
  await expect(page).toHaveURL(/\/login/)
  expect(await readOperationLog(page)).toBeNull()
})
