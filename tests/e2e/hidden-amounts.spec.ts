import { memberPages, modalAddresses } from '../support/addresses.ts'
import { behind, leaveBanners } from '../support/banners.ts'
import {
  expect,
  openMemberPage,
  openMemberSheet,
  signInAs,
  test,
  withoutEvents,
} from '../support/fixtures.ts'
import { callApi } from '../support/members.ts'
import { loseInGame } from '../support/lose-in-game.ts'

/**
 * In this order: the deposit, the loss, the cashback on it, the wallet with a bonus, the game, both together, the bonus's turnover, the
 * limit, what is left of it, and any progress bar; in texts, names and addresses.
 */
const amounts =
  /12,?345\.67|888\.80|44\.44|10,?322\.31|1,?234\.56|11,?556\.87|300\.00|23,?456\.78|11,?111\.11|<progress /u

test('hidden amounts are hidden on every page and in every sheet', async ({
  page,
  context,
  app,
  server,
  sandbox,
  newMember,
}) => {
  const member = await newMember(12_345.67)
  const call = (method: string, path: string, body?: object) =>
    callApi(server.origin, method, path, body, member.token)
  await loseInGame(sandbox, member.token, 888.8)
  await call('GET', '/api/wallet/activate/JOKER')
  await call('POST', '/api/wallet/transfer', { from: 'WALLET', to: 'PG', amount: 1_234.56 })
  await call('POST', '/api/limits', { kind: 'deposit', period: 'month', amount: 23_456.78 })
  await call('GET', '/api/bonus/activate/WELCOME')
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
    await openMemberSheet(page, app.words, address)
    expect(await told(), address).toBeUndefined()
    if (await leaveBanners(page, app.words, address)) expect(await told(), behind(address)).toBeUndefined()
  }
})
