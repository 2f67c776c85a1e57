import { lookupActive } from '../../src/api/contract/lookup.ts'
import { getWallet } from '../../src/api/contract/wallet.ts'
import { addressesOf } from '../support/addresses-of.ts'
import { readStored, storeText } from '../support/browser-storage.ts'
import { callApi } from '../support/members.ts'
import { expect, signInAs, test } from '../support/fixtures.ts'

test('an ended session leads to the sign-in once, however many calls fail', async ({
  page,
  server,
  app,
  newMember,
}) => {
  const member = await newMember()
  await callApi(server.origin, 'POST', '/api/logout', undefined, member.token)
  const visits: string[] = []
  page.on('framenavigated', (frame) => visits.push(new URL(frame.url()).pathname))
  // The message disappears by itself.
  const said = expect(app.text('Please log in again to continue.')).toHaveCount(1)
  await Promise.all([said, signInAs(page, member, '/user/statement')])
  await expect(app.heading('Log in')).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(visits.filter((path) => path === '/login')).toHaveLength(1)
  expect(new URL(page.url()).searchParams.get('redirect')).toBe('/user/statement')
  expect(await readStored(page, 'token')).toBeNull()
})

test('an invalid token is not a session', async ({ page, app }) => {
  for (const token of ['nonsense', '"nonsense"', '{"a":1}', '""', '7']) {
    await page.goto('/robots.txt')
    await storeText(page, 'token', token)
    await page.goto('/user/profile')
    await expect(app.heading('Log in'), token).toBeVisible()
  }
})

test('a closed site shows its page, whichever call says so', async ({ page, app, newMember }) => {
  const member = await newMember()
  await page.route(addressesOf(getWallet), (route) =>
    route.fulfill({ status: 410, json: { message: 'Gone' } }),
  )
  await signInAs(page, member)
  await expect(page).toHaveURL(/\/terminated$/u)
  await expect(app.text('This site is no longer open')).toBeVisible()
  await expect(page).toHaveTitle(app.words.like('Page Not Found'))
})

test('a closed site shows its page before the sign-in', async ({ page, app }) => {
  await page.route(addressesOf(lookupActive), (route) => route.fulfill({ json: { active: false } }))
  await page.goto('/login')
  await expect(page).toHaveURL(/\/terminated$/u)
  await expect(app.heading('This site is no longer open')).toBeVisible()
  await expect(page.getByRole('button', { name: 'EN', exact: true })).toBeVisible()
  await page.unroute(addressesOf(lookupActive))
  await page.goto('/login')
  await expect(app.heading('Log in')).toBeVisible()
})

test('an unknown address shows the not-found page', async ({ page, app }) => {
  for (const path of [
    '/user/nowhere',
    '/login/nowhere',
    '/foo.bar',
    '/nowhere',
    '/%zz',
    '/user/%E0%A4%A',
    '/%E0%B8%81',
  ]) {
    await page.goto(path)
    await expect(app.heading('Page Not Found'), path).toBeVisible()
    await expect(page, path).toHaveTitle(app.words.like('Page Not Found'))
  }
  await page.getByRole('button', { name: 'EN', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
})
