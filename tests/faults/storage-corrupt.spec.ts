import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import { storageKeys } from '../../src/lib/storage-keys.ts'
import { collectPageErrors, expect, signInAs, test, workerReady } from '../support/fixtures.ts'
import { callApi, type TestMember } from '../support/members.ts'
import { Agent, ChatPanel } from '../support/chat.ts'

test.use({ serviceWorkers: 'allow' })

type Kept = Record<string, string>

/** Replaces everything in the site's local storage while no page of the app is open. */
async function replaceStorage(page: Page, kept: Kept): Promise<void> {
  await page.goto('/robots.txt')
  await page.evaluate((entries) => {
    localStorage.clear()
    sessionStorage.clear()
    for (const [key, text] of Object.entries(entries)) localStorage.setItem(key, text)
  }, kept)
}

const allKept = (page: Page): Promise<Kept> =>
  page.evaluate(() => Object.fromEntries(Object.entries(localStorage)))
const tokenOf = ({ token }: TestMember) => ({ [storageKeys.token]: JSON.stringify(token) })
const memberIdOf = async (origin: string, { token }: TestMember) => {
  const { profile } = await callApi(origin, 'GET', '/api/account/profile', undefined, token)
  return (profile as { _id: string })._id
}

test.describe('in local storage and the outbox', () => {
  test.use({ serviceWorkers: 'block' })

  test('data stored by another member or another version is dropped, never shown', async ({
    page,
    app,
    newMember,
  }) => {
    const first = await newMember(5151.51, { name: 'เจ้าของเดิม ไม่อยู่แล้ว' })
    const second = await newMember(20)
    await signInAs(page, first)
    await app.expectBalance('5,151.51')
    await app.link('History').click()
    await expect(page.getByRole('main').getByText('+5,151.51 ฿')).toBeVisible()
    await expect.poll(async () => (await allKept(page))[storageKeys.queryCache]).toContain('5151.51')
    const own = await allKept(page)
    const older = Object.fromEntries(
      Object.entries(own).map(([key, text]) => [
        key,
        text.replace(/("(?:keptFor|buster)":"\S+) [^ ]+/u, '$1 0.0.0'),
      ]),
    )

    for (const kept of [{ ...own, ...tokenOf(second) }, older]) {
      await page.route('**/api/**', (route) => route.abort('connectionfailed'))
      for (const path of ['/user/home', '/user/statement', '/user/profile']) {
        await replaceStorage(page, kept)
        await page.goto(path)
        await expect(app.connection('Offline · you see what was last known')).toBeVisible()
        await expect(page.locator('body')).not.toContainText(/5,151|เจ้าของเดิม/u)
        await expect.poll(async () => JSON.stringify(await allKept(page))).not.toContain('5151')
      }
      await page.unroute('**/api/**')
    }
    await replaceStorage(page, { ...own, ...tokenOf(second) })
    await page.goto('/user/home')
    await app.expectBalance('20.00')
  })

  test('invalid stored amounts, times, tokens and very long texts are replaced by the server’s data', async ({
    page,
    context,
    app,
    newMember,
  }) => {
    const member = await newMember(5151.51)
    const pageErrors = collectPageErrors(context)
    await signInAs(page, member)
    await app.expectBalance('5,151.51')
    await app.link('History').click()
    await expect(page.getByRole('main').getByText('+5,151.51 ฿')).toBeVisible()
    await expect.poll(async () => (await allKept(page))[storageKeys.queryCache]).toContain('5151.51')
    const own = await allKept(page)

    await test.step('amounts and times', async () => {
      for (const absurd of ['1e300', '-1e300', '1e15', '0.0051', '"5151.51"', 'null', '{}']) {
        const kept = Object.fromEntries(
          Object.entries(own).map(([key, text]) => [key, text.replaceAll('5151.51', absurd)]),
        )
        await replaceStorage(page, { ...kept, [storageKeys.lastSync]: absurd, [storageKeys.clock]: absurd })
        await page.goto('/user/statement')
        await expect(page.getByRole('main').getByText('+5,151.51 ฿')).toBeVisible()
        await app.link('Home').click()
        await app.expectBalance('5,151.51')
        await expect(app.wallet(), absurd).toContainText(/20\d\d/u)
      }
      expect(pageErrors).toEqual([])
    })

    await test.step('an operation log with two valid entries', async () => {
      const entry = {
        key: randomUUID(),
        act: 'withdraw',
        at: Date.now() - 3 * 60_000,
        amount: 31.07,
        page: 'another',
      }
      const broken = [null, 7, { ...entry, amount: 1e300 }, { ...entry, key: 'me' }]
      // Another release may have logged it: its outcome is told without a name.
      const unknown = { ...entry, key: randomUUID(), act: 'rob', amount: 41.07 }
      await replaceStorage(page, {
        ...own,
        [storageKeys.operationLog]: JSON.stringify([...broken, unknown, entry]),
      })
      await page.goto('/user/home')
      const news = page.getByRole('region', { name: app.words.say('Pending') })
      await expect(news).toContainText('31.07')
      await expect(news).toContainText('41.07')
      await expect(news).toContainText(app.words.say('It never reached us. Nothing was moved.'))
      await expect(news.getByRole('button', { name: app.words.say('Close') })).toHaveCount(2)
    })

    await test.step('tokens', async () => {
      for (const token of ['ไม่ใช่โทเคน', 'two words', 'x'.repeat(1_000_000)]) {
        await replaceStorage(page, { ...own, [storageKeys.token]: JSON.stringify(token) })
        await page.goto('/user/home')
        await expect(app.heading('Log in')).toBeVisible()
        await expect(app.connection('Offline · you see what was last known')).toBeHidden()
      }
      // The page sends the token before the app validates it, so the console has an error.
      pageErrors.length = 0
    })

    await test.step('very long texts', async () => {
      const { token: _, ...others } = storageKeys
      const keys = Object.values(others)
      // Together they nearly fill what a browser gives a site.
      const book = JSON.stringify('ย'.repeat(4_500_000 / keys.length))
      const books = Object.fromEntries(keys.map((key) => [key, book]))
      await replaceStorage(page, { ...books, ...tokenOf(member) })
      await page.goto('/user/home')
      await app.expectBalance('5,151.51')
      expect(pageErrors).toEqual([])
    })
  })

  test('an outbox with one valid message sends that one, once', async ({ page, app, server, newMember }) => {
    const member = await newMember(10)
    const owner = `member:${await memberIdOf(server.origin, member)}`
    const mine = { owner, kind: 'chat', order: 1 }
    const text = (words: string) => ({ message_type: 'text', payload: { text: words } })
    const entries = [
      { id: 'a' },
      { id: 'b', ...mine, owner: 7 },
      { id: 'c', ...mine, order: 'first' },
      { id: 'd', ...mine, content: null },
      { id: 'e', ...mine, content: { at: 'noon', content: text('no time') } },
      { id: 'f', ...mine, content: { at: 1, content: { medium: 'image' } } },
      { id: 'g', ...mine, owner: 'member:another', content: { at: 1, content: text('of another') } },
      { id: randomUUID(), ...mine, order: 2, content: { at: 1, content: text('a good one') } },
    ]
    await replaceStorage(page, { ...tokenOf(member), [storageKeys.outboxWaits]: 'true' })
    await page.evaluate(async (all) => {
      const open = indexedDB.open('champa-outbox', 1)
      open.addEventListener('upgradeneeded', () =>
        open.result.createObjectStore('entries', { keyPath: 'id' }),
      )
      await new Promise((resolve) => open.addEventListener('success', resolve))
      const change = open.result.transaction('entries', 'readwrite')
      for (const entry of all) change.objectStore('entries').put(entry)
      await new Promise((resolve) => change.addEventListener('complete', resolve))
      open.result.close()
    }, entries)
    await page.goto('/user/contact?open=chat')
    const chat = new ChatPanel(page, app)
    await chat.isReady()
    await chat.expectSent()
    await chat.expectMessage('a good one')
    for (const wrong of ['no time', 'of another']) await chat.expectMessage(wrong, 0)
    const agent = new Agent(server.origin, owner.replace('member:', ''))
    expect([await agent.count('a good one'), await agent.count('of another')]).toEqual([1, 0])
    await expect
      .poll(() => page.evaluate((key) => localStorage.getItem(key), storageKeys.outboxWaits))
      .toBeNull()
  })
})

test('invalid entries in the worker’s caches are replaced by the next response', async ({
  page,
  context,
  app,
  newMember,
}) => {
  const member = await newMember(77)
  await page.goto('/login')
  await workerReady(page)
  const pageErrors = collectPageErrors(context)
  await page.evaluate(async () => {
    const wrong: Record<string, [type: string, body: string]> = {
      '/api/lookup/info': ['application/json', '{"name":{"of":"nobody"},"website":7}'],
      '/api/lookup/banks': ['application/json', '"no list"'],
      '/api/lookup/sources': ['text/html', '<h1>Welcome to the hotel</h1>'],
      '/api/lookup/contact': ['application/json', '[1,2,3'],
      '/api/lookup/enableChatWidget': ['application/json', 'null'],
    }
    await caches.delete('champa-lookups')
    const lookups = await caches.open('champa-lookups')
    for (const [path, [type, body]] of Object.entries(wrong))
      await lookups.put(path, new Response(body, { headers: { 'Content-Type': type } }))
  })
  await page.goto('/contact')
  await expect(app.heading('Contact us')).toBeVisible()
  await expect(app.link('Chat with us')).toBeVisible()
  await expect(page.locator('body')).not.toContainText(/hotel|nobody/u)
  await page.goto('/login')
  await app.logIn(member)
  await app.expectBalance('77.00')
  await expect(page).toHaveTitle(/Champa/u)
  expect(pageErrors.filter((error) => !/the server responded/u.test(error))).toEqual([])
})
