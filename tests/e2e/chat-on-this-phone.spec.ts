import { randomUUID } from 'node:crypto'
import { sendChatMessage } from '../../src/api/contract/chat.ts'
import { addressesOf } from '../support/addresses-of.ts'
import { outboxIds } from '../support/browser-storage.ts'
import { Agent, ChatPanel, guestIdOf, memberIdOf } from '../support/chat.ts'
import { expect, signInAs, test, workerReady } from '../support/fixtures.ts'

test.describe('with the worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('messages written offline survive a reload and arrive once, in order', async ({
    page,
    context,
    app,
    server,
  }) => {
    await page.goto('/contact')
    await expect(app.link('Chat with us')).toBeVisible()
    await workerReady(page)
    await page.goto('/contact?open=chat')
    const chat = new ChatPanel(page, app)
    await chat.isReady()
    await chat.write('before')
    await chat.expectSent()
    const agent = new Agent(server.origin, await guestIdOf(page))

    await context.setOffline(true)
    const marks = [randomUUID(), randomUUID(), randomUUID()] as const
    for (const mark of marks) await chat.write(mark)
    await expect(chat.sheet.button('Cancel sending')).toHaveCount(3)
    await chat.dontSend(marks[1])
    await expect(chat.sheet.button('Cancel sending')).toHaveCount(2)
    await expect.poll(() => outboxIds(page)).toHaveLength(2)
    await page.reload()
    await expect(chat.sheet.button('Cancel sending')).toHaveCount(2)
    await chat.expectMessage(marks[0])

    await context.setOffline(false)
    await chat.expectSent()
    for (const [mark, times] of [
      [marks[0], 1],
      [marks[1], 0],
      [marks[2], 1],
    ] as const) {
      await chat.expectMessage(mark, times)
      // A message being sent has no button either, so only the agent's view proves the arrival.
      await expect.poll(() => agent.count(mark)).toBe(times)
    }
  })

  test('what waits from a closed app is sent when the network returns, on another page and without opening the chat', async ({
    page,
    context,
    app,
    server,
    newMember,
  }) => {
    // Being offline does not reach a worker that the browser wakes by itself: as where there is no Background Sync, the page sends.
    await context.addInitScript(() => Reflect.deleteProperty(ServiceWorkerRegistration.prototype, 'sync'))
    const member = await newMember(20)
    const agent = new Agent(server.origin, await memberIdOf(server.origin, member.token))
    await signInAs(page, member, '/user/contact')
    await workerReady(page)
    await page.goto('/user/home')
    await app.expectBalance('20.00')
    await page.goto('/user/contact?open=chat')
    const chat = new ChatPanel(page, app)
    await chat.isReady()
    await context.setOffline(true)
    const mark = randomUUID()
    await chat.write(mark)
    await expect.poll(() => outboxIds(page)).toHaveLength(1)
    // Closed, and not led elsewhere: a page that is being left may not be offline any more.
    await page.close()
    const next = await context.newPage()
    const missing = next.waitForEvent('requestfailed', (request) => request.url().includes('chat-resume'))
    await next.goto('/user/home')
    await missing

    await context.setOffline(false)
    await expect.poll(() => agent.count(mark)).toBe(1)
    await expect.poll(() => outboxIds(next)).toEqual([])
  })
})

test('signing out removes everything of the chat', async ({ page, context, app, newMember }) => {
  await signInAs(page, await newMember(), '/user/contact?open=chat')
  const chat = new ChatPanel(page, app)
  await chat.isReady()
  await context.route(addressesOf(sendChatMessage), (call) => call.abort())
  await chat.write('a secret that waits')
  await expect(chat.sheet.button('Cancel sending')).toBeVisible()
  await chat.sheet.field('Your message').fill('a secret draft')
  await chat.sheet.button('Close').click()
  await app.logOutUnsent(page)
  await expect(app.heading('Log in')).toBeVisible()
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const names = (await indexedDB.databases()).map(({ name }) => name)
        return JSON.stringify([names, Object.entries(localStorage), Object.entries(sessionStorage)])
      }),
    )
    .not.toMatch(/outbox|secret|chat/u)
})

test('a guest who logs in keeps the conversation; the next member on this phone sees nothing of it', async ({
  page,
  app,
  server,
  newMember,
}) => {
  const [first, second] = [await newMember(), await newMember()]
  const chat = new ChatPanel(page, app)
  await page.goto('/contact?open=chat')
  await chat.isReady()
  await chat.write('I cannot log in')
  await chat.expectSent()
  const guestId = await guestIdOf(page)
  await page.goto('/login')
  await app.logIn(first)

  const agent = new Agent(server.origin, await memberIdOf(server.origin, first.token))
  await expect.poll(() => agent.count('I cannot log in')).toBe(1)
  await expect.poll(() => guestIdOf(page)).toBe('')
  await page.goto('/user/contact?open=chat')
  await chat.isReady()
  await chat.expectMessage('I cannot log in')
  // The agent still has the guest's room open.
  await new Agent(server.origin, guestId).send('text', { text: 'Does it work now?' })
  await chat.expectMessage('Does it work now?')
  await chat.write('It does')
  await expect.poll(() => agent.count('It does')).toBe(1)

  await chat.sheet.button('Close').click()
  await app.button('Log out').click()
  await expect(app.heading('Log in')).toBeVisible()
  await app.logIn(second)
  await page.goto('/user/contact?open=chat')
  await chat.isReady()
  await expect(chat.sheet.text('How can we help?')).toBeVisible()
  await chat.expectMessage('I cannot log in', 0)
})
