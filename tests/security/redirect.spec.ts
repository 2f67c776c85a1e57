import { removeStored } from '../support/browser-storage.ts'
import { expect, signInAs, test } from '../support/fixtures.ts'

const foreign = [
  '//evil.example',
  'https://evil.example/user/home',
  String.raw`/\evil.example`,
  '/%2Fevil.example',
  '/.//evil.example',
  'javascript:alert(document.domain)',
  // On this site, but back to the sign-in.
  '/login?redirect=/login',
]

test('neither signing in nor staying signed in redirects off the site', async ({
  page,
  context,
  server,
  app,
  newMember,
}) => {
  const member = await newMember()
  const left: string[] = []
  await context.route(
    (url) => url.origin !== server.origin,
    (route) => {
      left.push(route.request().url())
      return route.abort()
    },
  )
  page.on('dialog', (dialog) => {
    left.push(dialog.message())
    return dialog.dismiss()
  })
  for (const target of foreign) {
    await page.goto(`/login?redirect=${encodeURIComponent(target)}`)
    await app.logIn(member)
    await expect(page, target).toHaveURL(`${server.origin}/user/home`)
    await removeStored(page, 'token')
  }
  await signInAs(page, member, `/login?redirect=${encodeURIComponent(foreign[0] ?? '')}`)
  await app.button('Stay logged in').click()
  await expect(page).toHaveURL(`${server.origin}/user/home`)
  await app.expectBalance('0.00')
  expect(left).toEqual([])
})

test('signing in leads to the address that the member opened', async ({ page, server, app, newMember }) => {
  const member = await newMember(60)
  await page.goto('/user/statement?page=2&open=deposit')
  await expect(page).toHaveURL(/\/login\?redirect=/u)
  const { searchParams } = new URL(page.url())
  expect(searchParams.get('redirect')).toBe('/user/statement?page=2&open=deposit')
  await app.field('Phone number').fill(member.phone)
  await page.getByLabel(app.words.say('Password'), { exact: true }).fill(member.password)
  await app.button('Log in').click()
  await expect(app.sheet('Deposit').button('Create QR')).toBeVisible()
  expect(page.url()).toMatch(new RegExp(`^${server.origin}/user/statement`, 'u'))
})
