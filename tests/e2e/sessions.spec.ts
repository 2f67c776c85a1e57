import { App } from '../support/app.ts'
import { readStored } from '../support/browser-storage.ts'
import { expect, signInAs, test } from '../support/fixtures.ts'
import { callApi } from '../support/members.ts'
import { ChatPanel } from '../support/chat.ts'
import { wordsOf } from '../support/words.ts'

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1'

test('a member logs out another device at once, and no other member', async ({
  page,
  browser,
  app,
  words,
  server,
  newMember,
  storageState,
}) => {
  const member = await newMember()
  const stranger = await newMember()
  const { like } = words
  // The member's other device has its chat open: that page calls nothing by itself for half a minute.
  const away = await browser.newContext({ storageState, userAgent: iphone, baseURL: server.origin })
  const other = await away.newPage()
  const otherApp = new App(other, words)
  await other.goto('/login')
  await otherApp.logIn(member)
  await other.goto('/user/contact?open=chat')
  await new ChatPanel(other, otherApp).isReady()

  await page.goto('/login')
  await app.logIn(member)
  await page.getByRole('link', { name: member.name }).click()
  const list = page.getByRole('region', { name: words.say('Logged-in devices') })
  const theirs = list.getByRole('listitem').filter({ hasText: 'Safari · iPhone' })
  await expect(theirs).toContainText(words.say('New device'))
  await expect(theirs).toContainText('127.0.x.x')
  await expect(list.getByRole('listitem').first()).toContainText(words.say('This device'))

  // Both messages disappear by themselves.
  await Promise.all([
    expect(otherApp.text('Please log in again to continue.')).toBeVisible(),
    expect(page.getByText(like('Logged out: {name}'))).toBeVisible(),
    theirs.getByRole('button').click(),
  ])
  await expect(theirs).toHaveCount(0)
  await expect(otherApp.heading('Log in')).toBeVisible()
  await expect(other).toHaveURL(/\/login\?redirect=/u)
  expect(await readStored(other, 'token')).toBeNull()

  await test.step('logs out all other devices; this one and other members stay logged in', async () => {
    await expect(list.getByRole('listitem')).toHaveCount(2)
    await app.button('Log out all other devices').click()
    await expect(list).toContainText(words.say('You are logged in on this device only.'))
    await expect(callApi(server.origin, 'GET', '/api/wallet', undefined, member.token)).rejects.toThrow(
      'UNAUTHORIZED',
    )
    await callApi(server.origin, 'GET', '/api/wallet', undefined, stranger.token)
    await app.link('Home').click()
    await app.expectBalance('0.00')
  })
  await away.close()
})

test('a tap aimed at the profile cannot hit log out', async ({ page, app, newMember }) => {
  const member = await newMember(100, { name: 'สมชายผู้มีชื่อยาวมากจนไม่พอดีกับแถบด้านบน' })
  await signInAs(page, member)
  for (const width of [320, 360, 1440]) {
    await page.setViewportSize({ width, height: 780 })
    const profile = page.getByRole('link', { name: member.name })
    const logOut = page.getByRole('banner').getByRole('button', { name: wordsOf('th').say('Log out') })
    // A trial click waits until an element has stopped moving.
    for (const one of [profile, logOut]) await one.click({ trial: true })
    const [from, to] = [await profile.boundingBox(), await logOut.boundingBox()]
    if (!from || !to) throw new Error('Not shown')
    expect(to.x - (from.x + from.width), `at ${width} px`).toBeGreaterThanOrEqual(32)
    expect(to.x + to.width).toBeLessThanOrEqual(width)
    // Taps the very end of the link, and half-way between it and the button.
    await profile.click({ position: { x: from.width - 2, y: from.height / 2 } })
    await expect(page).toHaveURL(/\/user\/profile$/u)
    await expect(app.heading('Profile')).toBeVisible()
    await page.mouse.click(from.x + from.width + 16, from.y + from.height / 2)
    await expect(app.heading('Profile')).toBeVisible()
    await app.link('Home').first().click()
  }
})
