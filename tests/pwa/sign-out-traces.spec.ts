import type { Page } from 'playwright/test'
import { sendChatMessage } from '../../src/api/contract/chat.ts'
import { refreshSlots } from '../../src/api/contract/wallet.ts'
import { addressesOf } from '../support/addresses-of.ts'
import { App } from '../support/app.ts'
import { expect, signInAs, test, workerReady } from '../support/fixtures.ts'
import { readPage, readStorage, readStored } from '../support/browser-storage.ts'
import { callApi, type TestMember } from '../support/members.ts'
import { ChatPanel } from '../support/chat.ts'

test.use({ serviceWorkers: 'allow' })

const whole = '8,642.13'
const former = { name: 'อัญมณี ลืมไม่ลง' }
const tracesOf = ({ phone, name, bankAccountNo, token }: TestMember) => [
  phone,
  name,
  bankAccountNo,
  token,
  // In baht, in satang and as shown: four digits alone occur in random ids.
  '8642.13',
  '864213',
  '8,642',
  'unsent-words',
  'waiting-words',
]

/** Neither the browser's storage nor the page has any trace of the member. */
async function expectNothingOf(member: TestMember, page: Page, how: string): Promise<void> {
  await expect
    .poll(
      async () => {
        const left = (await readStorage(page)) + (await readPage(page))
        return tracesOf(member).filter((trace) => left.includes(trace))
      },
      { message: how },
    )
    .toEqual([])
}

/** Opens the member's pages, and leaves a chat message waiting and another half written. */
async function useApp(page: Page, app: App, member: TestMember): Promise<void> {
  await signInAs(page, member)
  await app.expectBalance(whole)
  await page.goto('/user/contact?open=chat')
  const chat = new ChatPanel(page, app)
  await chat.isReady()
  await page.route(addressesOf(sendChatMessage), (route) => route.abort('connectionfailed'))
  await chat.write('waiting-words')
  await expect(chat.sheet.text('Cancel sending')).toBeVisible()
  await expect.poll(() => readStorage(page)).toContain('waiting-words')
  await chat.sheet.field('Your message').fill('unsent-words')
  await page.goto('/user/profile')
  await expect(page.getByText(member.name).first()).toBeVisible()
  await app.link('Home').click()
  await app.expectBalance(whole)
  await app.link('History').click()
  await expect(page.getByRole('main').getByText(`+${whole} ฿`)).toBeVisible()
  await expect.poll(() => readStorage(page)).toContain('8642.13')
  expect(await readStorage(page)).toContain('waiting-words')
}

test('signing out removes everything of the member', async ({ page, app, newMember }) => {
  const member = await newMember(4321)
  await page.goto('/login')
  await app.logIn(member)
  await app.expectBalance('4,321.00')
  await workerReady(page)
  // Everything is requested again now that the worker is active, so that it could cache it.
  for (const path of [
    '/user/statement',
    '/user/profile',
    '/user/home?open=withdraw',
    '/user/home?open=game&game=PG',
  ]) {
    await page.goto(path)
    await expect(page.locator('main')).toBeVisible()
  }
  await page.goto('/user/home')
  await app.expectBalance('4,321.00')
  await expect.poll(() => readStorage(page)).toContain('4321')

  const token = String(await readStored(page, 'token'))
  await app.button('Log out').click()
  await expect(app.heading('Log in')).toBeVisible()
  await expect(page).toHaveURL(/\/login$/u)
  const traces = [member.phone, member.name, member.bankAccountNo, member.password, '4321', '4,321']
  await expect
    .poll(async () => {
      const left = await readStorage(page)
      return [...traces, JSON.parse(token) as string].filter((trace) => left.includes(trace))
    })
    .toEqual([])
})

test('the next member to sign in sees nothing of the previous one', async ({ page, app, newMember }) => {
  const [first, second] = [await newMember(555), await newMember()]
  await signInAs(page, first)
  await app.expectBalance('555.00')
  await app.button('Log out').click()
  await app.logIn(second)
  await app.expectBalance('0.00')
  await app.link('History').click()
  await expect(app.text('Nothing here yet')).toBeVisible()
})

test('however a session ends, nothing of its member remains, and Back does not bring it back', async ({
  page,
  context,
  app,
  words,
  server,
  newMember,
}) => {
  const member = await newMember(8642.13, former)
  const another = await newMember(3)
  const second = await context.newPage()
  const other = new App(second, words)
  await page.goto('/login')
  await workerReady(page)

  const ways: Record<string, () => Promise<void>> = {
    online: () => app.logOutUnsent(page),
    offline: async () => {
      await context.setOffline(true)
      await app.logOutUnsent(page)
    },
    'a session that has run out': async () => {
      await callApi(server.origin, 'POST', '/api/logout', undefined, member.token)
      await app.link('Home').click()
      const refresh = app.wallet().getByRole('button', { name: words.say('Refresh'), exact: true })
      // Home may refetch the wallet by itself, and notice the end of the session before the tap.
      await expect(async () => {
        if (!(await app.heading('Log in').isVisible())) await refresh.click({ timeout: 1000 })
        await expect(app.heading('Log in')).toBeVisible({ timeout: 5000 })
      }).toPass()
    },
    'another tab': async () => {
      await second.goto('/user/home')
      await other.logOutUnsent(second)
    },
    'another member in another tab': async () => {
      await second.goto('/login')
      await other.button('Log out').click()
      await other.logIn(another)
      await other.expectBalance('3.00')
    },
  }
  for (const [how, leave] of Object.entries(ways)) {
    const body = { username: member.phone, password: member.password }
    const { token } = await callApi(server.origin, 'POST', '/api/login', body)
    const again = { ...member, token: String(token) }
    member.token = again.token
    await useApp(page, app, again)
    await leave()
    // A visitor's page asks the member who is signed in now.
    if (how === 'another member in another tab')
      await expect(page.getByRole('alertdialog'), how).toContainText(another.name)
    else await expect(app.heading('Log in'), how).toBeVisible()
    await expectNothingOf(again, page, how)
    await page.goBack()
    if (how === 'another member in another tab') {
      await app.expectBalance('3.00')
      await expectNothingOf(again, second, how)
    } else await expect(app.heading('Log in'), how).toBeVisible()
    await expectNothingOf(again, page, `${how}, back`)
    await context.setOffline(false)
    // An offline sign-out reaches the server later.
    await expect
      .poll(
        () =>
          callApi(server.origin, 'GET', '/api/wallet', undefined, again.token).then(
            () => 'open',
            () => 'ended',
          ),
        { message: how },
      )
      .toBe('ended')
    await page.unroute(addressesOf(sendChatMessage))
    await second.goto('/robots.txt')
  }
})

test('a response that arrives after its member signed out is discarded', async ({ page, app, newMember }) => {
  const [first, second] = [await newMember(8642.13, former), await newMember(3)]
  await signInAs(page, first)
  await app.expectBalance(whole)
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const answered: Promise<void>[] = []
  await page.route(/\/api\/(?:wallet|statement)/u, async (route) => {
    if (route.request().headers()['authorization'] !== `Bearer ${first.token}`) return route.continue()
    const answer = await route.fetch()
    answered.push(released.then(() => route.fulfill({ response: answer })))
  })
  const asked = page.waitForRequest(addressesOf(refreshSlots))
  await app
    .wallet()
    .getByRole('button', { name: app.words.say('Refresh'), exact: true })
    .click()
  await asked
  await app.button('Log out').click()
  await expect(app.heading('Log in')).toBeVisible()
  // Records whether the amount is ever rendered from here on.
  await page.evaluate(() => {
    const seen: string[] = []
    Object.assign(globalThis, { seen })
    new MutationObserver(() => {
      if (document.body.textContent?.includes('8,642')) seen.push(document.body.textContent)
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
  await app.logIn(second)
  await app.expectBalance('3.00')
  await expect.poll(() => answered.length).toBeGreaterThan(0)
  release()
  await Promise.allSettled(answered)
  await app.link('History').click()
  await expect(app.heading('Statement')).toBeVisible()
  await app.link('Home').click()
  await app.expectBalance('3.00')
  await expectNothingOf(first, page, 'a late answer')
  expect(await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen)).toEqual([])
})
