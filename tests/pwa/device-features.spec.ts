import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import type { App } from '../support/app.ts'
import { openWithBanners } from '../support/banners.ts'
import { collectPageErrors, expect, signInAs, test } from '../support/fixtures.ts'
import { callApi, type TestMember } from '../support/members.ts'
import { Agent, memberIdOf } from '../support/chat.ts'

const optionalFeatures = ['share', 'canShare', 'wakeLock', 'setAppBadge', 'clearAppBadge']

async function leaveAnswer(origin: string, { token }: TestMember): Promise<void> {
  const userId = await memberIdOf(origin, token)
  const message = { message_type: 'text', payload: { text: 'Hello' } }
  await callApi(origin, 'POST', '/api/chat/send-message', { userId, clientId: randomUUID(), message }, token)
  await new Agent(origin, userId).send('text', { text: 'An answer' })
}

async function makeQr(page: Page, app: App): Promise<App> {
  await page.goto('/user/home?open=deposit')
  const deposit = app.sheet('Deposit')
  await deposit.button('Kasikornbank').click()
  await deposit.surface.getByRole('button', { name: '100', exact: true }).click()
  await deposit.button('Create QR').click()
  await expect(deposit.button('Save or share the QR image')).toBeVisible()
  return deposit
}

async function openInvite(page: Page, app: App): Promise<App> {
  const invite = app.sheet('Invite friends')
  const close = invite.button('Close the banners')
  await openWithBanners(() => page.goto('/user/home?open=invite'), close)
  await close.click()
  await expect(invite.button('Claim bonus')).toBeVisible()
  return invite
}

test('in a browser without sharing, wake lock and badges nothing breaks', async ({
  page,
  context,
  app,
  words,
  server,
  newMember,
}) => {
  const member = await newMember(20)
  await leaveAnswer(server.origin, member)
  await page.addInitScript((names) => {
    for (const name of names) Reflect.deleteProperty(Navigator.prototype, name)
  }, optionalFeatures)
  await signInAs(page, member)
  const pageErrors = collectPageErrors(context)
  await app.expectBalance('20.00')
  expect(await page.evaluate((names) => names.filter((name) => name in navigator), optionalFeatures)).toEqual(
    [],
  )
  await expect(page.getByRole('navigation').getByRole('link', { name: /1/u })).toBeVisible()

  const deposit = await makeQr(page, app)
  const saving = page.waitForEvent('download')
  await deposit.button('Save or share the QR image').click()
  await expect(page.getByText(words.say('QR image saved'))).toBeVisible()
  expect((await saving).suggestedFilename()).toMatch(/\.png$/u)

  const invite = await openInvite(page, app)
  await expect(invite.button('Send the link')).toHaveCount(0)
  expect(pageErrors).toEqual([])
})

test('where supported, the QR image and the invite link are shared, the screen stays on and the icon has a badge', async ({
  page,
  app,
  server,
  newMember,
}) => {
  const member = await newMember(20)
  await leaveAnswer(server.origin, member)
  await page.addInitScript(() => {
    const used: string[] = []
    const note = (what: string) => {
      used.push(what)
      return Promise.resolve()
    }
    const share = ({ files, url = '' }: ShareData) => note(`share ${files?.[0]?.type ?? url}`)
    const wakeLock = {
      request: async () => {
        await note('awake')
        return { release: () => note('asleep') }
      },
    }
    const stubs = {
      share,
      canShare: () => true,
      wakeLock,
      setAppBadge: (count: number) => note(`badge ${count}`),
    }
    for (const [name, value] of Object.entries(stubs)) Object.defineProperty(navigator, name, { value })
    Object.assign(globalThis, { used })
  })
  const used = () => page.evaluate(() => (globalThis as unknown as { used: string[] }).used)
  await signInAs(page, member)
  await expect.poll(used).toContain('badge 1')

  const deposit = await makeQr(page, app)
  await expect.poll(used).toContain('awake')
  await deposit.button('Save or share the QR image').click()
  await expect.poll(used).toContain('share image/png')
  expect(await used()).not.toContain('asleep')
  await deposit.button('Close').click()
  await expect.poll(used).toContain('asleep')

  await (await openInvite(page, app)).button('Send the link').click()
  await expect.poll(used).toContainEqual(expect.stringContaining(`share ${server.origin}/register?code=`))
})

/** The browser puts the whole link into the address of its handler. */
const linked = (address: string, link: string) => address.replace('%s', encodeURIComponent(link))

test('each app shortcut, and a link of the app’s protocol, leads a visitor through the sign-in to its screen', async ({
  page,
  app,
  words,
  newMember,
}) => {
  const member = await newMember(20)
  const { shortcuts, protocol_handlers: handlers } = JSON.parse(
    await readFile('public/manifest.webmanifest', 'utf8'),
  ) as { shortcuts: { url: string }[]; protocol_handlers: { protocol: string; url: string }[] }
  // One names a sheet, the others nothing that a link may open.
  const links = ['withdraw', 'constructor', 'transfer?amount=5000']
  const byLink = handlers.flatMap(({ protocol, url }) =>
    links.map((link) => linked(url, `${protocol}:${link}`)),
  )
  const [deposit, withdraw] = [app.sheet('Deposit').surface, app.sheet('Withdraw').surface]
  const places = [deposit, withdraw, app.heading('Statement'), withdraw, app.wallet(), app.wallet()]
  const addresses = [...shortcuts.map(({ url }) => url), ...byLink]
  expect(addresses).toHaveLength(places.length)
  for (const [at, place] of places.entries()) {
    await page.goto(addresses[at] ?? '')
    await expect(app.heading('Log in')).toBeVisible()
    await app.field('Phone number').fill(member.phone)
    await page.getByLabel(words.say('Password'), { exact: true }).fill(member.password)
    await app.button('Log in').click()
    await expect(place as ReturnType<App['heading']>, addresses[at]).toBeVisible()
    await expect(page.getByRole('dialog'), addresses[at]).toHaveCount(
      /withdraw|deposit/u.test(addresses[at] ?? '') ? 1 : 0,
    )
    // Without the app: one that lost its session under way would turn to the sign-in while the next address is opened.
    await page.goto('/robots.txt')
    await page.evaluate(() => localStorage.clear())
  }
})
