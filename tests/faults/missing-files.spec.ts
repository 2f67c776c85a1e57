import { memberPages, modalAddresses } from '../support/addresses.ts'
import { expect, navigateInApp, signInAs, test, withoutEvents } from '../support/fixtures.ts'
import { callApi } from '../support/members.ts'

const failed = 'This could not be opened. Please try again in a moment.'

test('every page and sheet whose file cannot be had says so, and opens once it can', async ({
  page,
  context,
  app,
  server,
  newMember,
}) => {
  await withoutEvents(context)
  // As in Safari, which tells nobody of an idle moment.
  await context.addInitScript(() => Reflect.deleteProperty(globalThis, 'requestIdleCallback'))
  const member = await newMember(50)
  await callApi(server.origin, 'GET', '/api/wallet/activate/PG', undefined, member.token)
  const unhandled: string[] = []
  page.on('pageerror', (error) => unhandled.push(String(error)))
  await signInAs(page, member)
  await app.expectBalance('50.00')
  await page.route('**/assets/*.js', (route) => route.abort('connectionreset'))
  for (const address of modalAddresses) {
    await navigateInApp(page, address)
    await expect(app.text(failed), address).toBeVisible()
    // The page below stays, and nothing is left of the sheet.
    await expect(page, address).toHaveURL(/\/user\/home$/u)
    await expect(page.getByRole('dialog'), address).toHaveCount(0)
    // It may leave by itself meanwhile.
    const close = page.getByRole('button', { name: app.words.say('Close the message'), exact: true })
    await close.click({ timeout: 1000 }).catch(() => undefined)
    await expect(app.text(failed), address).toHaveCount(0)
  }
  for (const path of memberPages.filter((one) => one !== '/user/home')) {
    await navigateInApp(page, path)
    await expect(app.text('This page could not be shown'), path).toBeVisible()
    await navigateInApp(page, '/user/home')
    await app.expectBalance('50.00')
  }
  expect(unhandled).toEqual([])
  await page.unroute('**/assets/*.js')
  await navigateInApp(page, '/user/statement')
  await expect(app.heading('Statement')).toBeVisible()
  await navigateInApp(page, '/user/home?open=chat')
  await expect(app.field('Your message')).toBeVisible()
})
