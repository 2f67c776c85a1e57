import { App } from '../support/app.ts'
import { store } from '../support/browser-storage.ts'
import { expect, signInAs, test } from '../support/fixtures.ts'
import { callApi, type TestMember } from '../support/members.ts'

test.use({ language: 'la' })

const withdrawals = async (origin: string, { token }: TestMember) => {
  const reply = await callApi(origin, 'POST', '/api/statement', { page: 1, limit: 10 }, token)
  return (reply['statements'] as { statementType: string }[]).filter(
    ({ statementType }) => statementType === 'withdraw',
  ).length
}

test('of two withdrawals confirmed in two tabs at once, only the affordable one succeeds, and each tab shows its result', async ({
  context,
  words,
  server,
  newMember,
}) => {
  const member = await newMember(150)
  const tabs = [await context.newPage(), await context.newPage()] as const
  const sheets: App[] = []
  for (const page of tabs) {
    await signInAs(page, member, '/user/home?open=withdraw')
    const sheet = new App(page, words).sheet('Withdraw')
    await sheet.field('Amount to withdraw').fill('100')
    await sheet.button('Continue').click()
    await expect(sheet.button('Confirm withdrawal')).toBeVisible()
    sheets.push(sheet)
  }
  // At once: a tab waits with its own while it sees that another is sending one.
  await Promise.all(
    sheets.map((sheet) =>
      sheet.button('Confirm withdrawal').dispatchEvent('click', undefined, { timeout: 5000 }),
    ),
  )
  const wentThrough = () =>
    Promise.all(sheets.map((sheet) => sheet.text('Your money is on its way').isVisible()))
  const refused = () =>
    Promise.all(
      sheets.map(async (sheet) => {
        const notEnough = sheet.text('There is not enough money for this. Please enter less.').first()
        return (await sheet.surface.getByRole('alert').first().isVisible()) || (await notEnough.isVisible())
      }),
    )
  await expect.poll(async () => (await wentThrough()).filter(Boolean)).toHaveLength(1)
  await expect.poll(async () => (await refused()).filter(Boolean)).toHaveLength(1)
  expect(await wentThrough()).not.toEqual(await refused())
  expect(await withdrawals(server.origin, member)).toBe(1)
  for (const page of tabs) {
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await new App(page, words).expectBalance('50.00')
  }
})

test('another member’s sign-in in one tab ends the first member’s session in the other at once', async ({
  context,
  words,
  newMember,
}) => {
  const [first, second] = [await newMember(777, { name: 'ดวงใจ คนแรก' }), await newMember(88)]
  const [here, there] = [await context.newPage(), await context.newPage()]
  const app = new App(here, words)
  await signInAs(here, first)
  await app.expectBalance('777.00')
  await signInAs(there, first)

  const other = new App(there, words)
  await other.button('Log out').click()
  await expect(app.heading('Log in')).toBeVisible()
  await other.logIn(second)
  await other.expectBalance('88.00')
  await here.goBack().catch(() => undefined)
  for (const trace of [first.name, first.phone, '777.00']) await expect(here.getByText(trace)).toHaveCount(0)
  await here.goto('/user/home')
  await app.expectBalance('88.00')

  // The token changes without a sign-out, as when a restored tab brings another member back.
  await store(there, 'token', (await newMember(5)).token)
  await app.expectBalance('5.00')
  await expect(here.getByText('88.00')).toHaveCount(0)
})
