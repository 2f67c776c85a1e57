import { withdraw } from '../../src/api/contract/wallet.ts'
import { countRequests } from '../support/count-requests.ts'
import { App } from '../support/app.ts'
import { balanceAndRows } from '../support/members.ts'
import { advanceUntil, expect, signInAs, test } from '../support/fault-proxy-test.ts'

test('after the server is killed and restarted, screens recover by themselves and the session stays valid', async ({
  page,
  context,
  faultProxy,
  app,
  words,
  server,
  sandbox,
  newMember,
}) => {
  const member = await newMember(500)
  // For every page of the context.
  await context.clock.install()
  await signInAs(page, member)
  await app.expectBalance('500.00')
  const offline = app.connection('Offline · you see what was last known')
  const withdrawn = countRequests(page, withdraw)

  await test.step('killed while the app is idle', async () => {
    const other = await context.newPage()
    await other.goto('/user/statement')
    const there = new App(other, words)
    const offlineThere = there.connection('Offline · you see what was last known')
    await expect(other.getByRole('main').getByText('+500.00 ฿')).toBeVisible()
    await server.kill()
    // As if the page had been open for a while.
    await advanceUntil(
      other,
      async (soon) => {
        await other
          .getByRole('navigation')
          .getByRole('link', { name: words.say('Home') })
          .click()
        await soon(offlineThere).toBeVisible()
      },
      31_000,
    )
    await there.expectBalance('500.00')
    await server.restart()
    await sandbox.deposit(member.phone, 25)
    await advanceUntil(other, (soon) => soon(offlineThere).toBeHidden(), 10_000)
    await there.expectBalance('525.00')
    await other.close()
  })

  await test.step('killed right after it executed an operation', async () => {
    await page.goto('/user/home?open=withdraw')
    const sheet = app.sheet('Withdraw')
    await sheet.field('Amount to withdraw').fill('125')
    await sheet.button('Continue').click()
    faultProxy.inject(withdraw, async (response, pass) => {
      await pass()
      await server.kill()
      response.destroy()
    })
    await sheet.button('Confirm withdrawal').click()
    await expect(sheet.text('The connection was lost while we waited for the answer')).toBeVisible()
    await expect(offline).toBeVisible()
    faultProxy.clear()
    await server.restart()
    await advanceUntil(page, (soon) => soon(sheet.text('Your money is on its way')).toBeVisible())
    await sheet.button('Done').click()
    await expect(offline).toBeHidden()
    await app.expectBalance('400.00')
    expect(await balanceAndRows(server.origin, member, 'withdraw')).toEqual({ amount: 400, rows: 1 })
  })

  await test.step('killed before it could execute an operation', async () => {
    await page.goto('/user/home?open=withdraw')
    const sheet = app.sheet('Withdraw')
    await sheet.field('Amount to withdraw').fill('100')
    await sheet.button('Continue').click()
    faultProxy.inject(withdraw, async (response) => {
      await server.kill()
      response.destroy()
    })
    await sheet.button('Confirm withdrawal').click()
    const notKnown = sheet.text('We do not know yet whether it went through')
    await advanceUntil(page, (soon) => soon(notKnown).toBeVisible())
    faultProxy.clear()
    await server.restart()
    await advanceUntil(page, (soon) => soon(offline).toBeHidden(), 10_000)
    // An operation that the server never received is not reported as done, however often the app asks.
    await advanceUntil(page, (soon) => soon(notKnown).toBeVisible())
    await expect(sheet.button('Confirm withdrawal')).toBeHidden()
    await expect(sheet.text('Your money is on its way')).toBeHidden()
    await sheet.button('Close').click()
    await app.expectBalance('400.00')
    // Each tap is sent once: the outcome is asked for, and the withdrawal not repeated.
    expect(withdrawn()).toBe(2)
    expect(await balanceAndRows(server.origin, member, 'withdraw')).toEqual({ amount: 400, rows: 1 })
    await page.goto('/user/profile')
    await expect(page.getByRole('main')).toContainText(member.name)
  })
})
