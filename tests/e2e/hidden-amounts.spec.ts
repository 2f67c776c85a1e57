import { memberPages, modalAddresses } from '../support/addresses.ts'
import { expect, navigateInApp, openMemberPage, signInAs, test, withoutEvents } from '../support/fixtures.ts'
import { callApi } from '../support/members.ts'

/** What the member has put in, what is left of it in the wallet, and what is in a game; in texts, names and addresses. */
const amounts = /12,?345\.67|11,?111\.11|1,?234\.56/u

test('hidden amounts are hidden on every page and in every sheet', async ({
  page,
  context,
  app,
  server,
  newMember,
}) => {
  const member = await newMember(12_345.67)
  const call = (method: string, path: string, body?: object) =>
    callApi(server.origin, method, path, body, member.token)
  for (const game of ['PG', 'JOKER']) await call('GET', `/api/wallet/activate/${game}`)
  await call('POST', '/api/wallet/transfer', { from: 'WALLET', to: 'PG', amount: 1_234.56 })
  await page.addInitScript(() => localStorage.setItem('champa.hide-balance', 'true'))
  await withoutEvents(context)
  await signInAs(page, member)
  await expect(app.wallet()).toContainText('••••')
  const told = async () => amounts.exec(await page.locator('body').innerHTML())?.[0]
  for (const address of memberPages) {
    await openMemberPage(page, app.words, address)
    expect(await told(), address).toBeUndefined()
  }
  for (const address of modalAddresses) {
    await navigateInApp(page, '/user/home')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await navigateInApp(page, address)
    const sheet = page.getByRole('dialog')
    await expect(sheet).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expect(sheet.locator('[aria-busy=true]')).toHaveCount(0)
    expect(await told(), address).toBeUndefined()
  }
})
