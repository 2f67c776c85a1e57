import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import { Agent, ChatPanel, toggleFailure, memberIdOf } from '../support/chat.ts'
import { collectPageErrors, expect, signInAs, test, workerReady } from '../support/fixtures.ts'
import { callApi } from '../support/members.ts'
import { heavyPhoto } from '../support/pictures.ts'

const MB = 2 ** 20
const videoFile = (bytes = 4000) => {
  const file = Buffer.alloc(bytes)
  file.write('\0\0\0\u0018ftypisom', 0, 'latin1')
  return file
}

const guestIdOf = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('champa.chat-guest') ?? '""') as string)

/** The addresses of everything that is loaded only for the chat's realtime connection. */
function watchConnections(page: Page): string[] {
  const seen: string[] = []
  page.on('request', (request) => {
    if (/chat-(?:connection|sheet)|socket\.io/u.test(request.url())) seen.push(request.url())
  })
  page.on('websocket', (socket) => seen.push(socket.url()))
  return seen
}

test('a guest and an agent exchange every type of message', async ({ page, context, app, words, server }) => {
  const pageErrors = collectPageErrors(context)
  const lines = watchConnections(page)
  await page.goto('/contact')
  await expect(app.heading('Contact us')).toBeVisible()
  await expect(app.link('Chat with us')).toBeVisible()
  expect(lines).toEqual([])
  await app.link('Chat with us').click()
  const chat = new ChatPanel(page, app)
  await chat.isReady()
  expect(lines.some((address) => address.startsWith('ws'))).toBe(true)
  await expect(chat.sheet.text('How can we help?')).toBeVisible()
  await chat.write('เงินยังไม่เข้าค่ะ ເງິນຍັງບໍ່ເຂົ້າ')
  await chat.expectSent()

  const agent = new Agent(server.origin, await guestIdOf(page))
  const { messages } = chat
  await agent.send('text', { text: 'See https://champa.example/help <b>soon</b>' })
  await expect(messages.getByRole('link', { name: 'https://champa.example/help' })).toBeVisible()
  await expect(messages.getByText('<b>soon</b>')).toBeVisible()

  await agent.send('buttons', {
    text: 'What is it about?',
    buttons: 'A deposit = deposit\nCall = tel:+8562055512345',
  })
  await expect(messages.getByRole('link', { name: 'Call' })).toHaveAttribute('href', 'tel:+8562055512345')
  await messages.getByRole('button', { name: 'A deposit' }).click()
  await expect.poll(() => agent.count('<em>chose</em> A deposit')).toBe(1)

  await agent.send('generic', { cards: 'By QR\nWithin a minute\n/champa.svg\nChoose = qr' })
  await messages.getByRole('button', { name: 'Choose' }).click()
  await expect.poll(() => agent.count('<em>chose</em> Choose')).toBe(1)

  await agent.send('quick_replies', { text: 'Did that help?', replies: 'Yes = yes\nNo = no' })
  await chat.sheet.surface.getByRole('button', { name: 'Yes' }).click()
  await expect(chat.sheet.surface.getByRole('button', { name: 'No', exact: true })).toBeHidden()
  await expect.poll(() => agent.count('<em>chose</em> Yes')).toBe(1)

  await agent.send('other', { json: '{"message_type":"hologram","payload":{}}' })
  await expect(chat.sheet.text('This message cannot be shown here')).toBeVisible()
  await agent.end()
  await agent.send('text', { text: 'And now?' })
  await expect(chat.sheet.text('End of conversation')).toHaveCount(1)
  expect(pageErrors).toEqual([])

  await test.step('Back closes the chat, and a link opens it again', async () => {
    await page.goBack()
    await expect(chat.messages).toBeHidden()
    await page.goto('/login?open=chat')
    await expect(messages.getByText('And now?')).toBeVisible()
    await expect(messages.getByText(words.say('End of conversation'))).toHaveCount(1)
  })
})

test('an agent’s answer shows as a badge on the tab and on the chat in the top bar until the member reads it', async ({
  page,
  app,
  server,
  newMember,
}) => {
  const member = await newMember(20)
  await signInAs(page, member)
  const lines = watchConnections(page)
  await app.expectBalance('20.00')
  await app.link('Contact').click()
  await app.link('Chat with us').click()
  const chat = new ChatPanel(page, app)
  await chat.isReady()
  await chat.write('สวัสดี ສະບາຍດີ')
  await chat.expectSent()
  await chat.sheet.button('Close').click()
  // A message that arrives while the chat is still visible counts as read.
  await expect(chat.messages).toBeHidden()

  const agent = new Agent(server.origin, await memberIdOf(server.origin, member.token))
  await agent.send('text', { text: 'An answer' })
  const news = page.getByRole('navigation').getByRole('link', { name: /1/u })
  await expect(news).toBeVisible()
  const newsAbove = page.getByRole('banner').getByRole('link', { name: /1/u })
  await expect(newsAbove).toBeVisible()
  await page.goto('/user/home')
  await app.expectBalance('20.00')
  const before = lines.length
  await expect(news).toBeVisible()
  expect(lines.slice(before).filter((address) => address.startsWith('ws'))).toEqual([])
  await newsAbove.click()
  await chat.expectMessage('An answer')
  await chat.sheet.button('Close').click()
  await expect(news).toHaveCount(0)
  await expect(newsAbove).toHaveCount(0)
})

test('each invalid file is refused with its own reason', async ({ page, app, words }) => {
  await page.goto('/contact?open=chat')
  const chat = new ChatPanel(page, app)
  await chat.isReady()
  const alert = page.getByRole('alert')
  const notSupported = words.say('File is not supported')
  for (const [name, type] of [
    ['slip.pdf', 'application/pdf'],
    ['photo.webp', 'image/webp'],
    ['photo', 'image/png'],
  ] as const) {
    await chat.attach(name, type, Buffer.from('anything'))
    await expect(alert).toContainText(notSupported)
    // The alert also disappears by itself, maybe during the click.
    await expect(async () => {
      const close = alert.getByRole('button', { name: words.say('Close') })
      if (await close.isVisible()) await close.click({ timeout: 1000 })
      await expect(alert).toBeHidden({ timeout: 1000 })
    }).toPass()
  }
  const tooLarge = words.say('The file is too large. Please select file no larger than {largest} MB.')
  await chat.attach('photo.png', 'image/png', Buffer.alloc(10 * MB + 1))
  await expect(alert).toContainText(tooLarge.replace('{largest}', '10'))
  await chat.attach('film.mp4', 'video/mp4', Buffer.alloc(20 * MB + 1))
  await expect(alert).toContainText(tooLarge.replace('{largest}', '20'))
  await expect(chat.messages.getByRole('img')).toHaveCount(0)
})

test('pictures and videos are uploaded; a file that the server refuses can be resent or removed', async ({
  page,
  app,
  words,
  server,
}) => {
  await page.goto('/contact?open=chat')
  const chat = new ChatPanel(page, app)
  await chat.isReady()
  await chat.attach('photo.png', 'image/png', heavyPhoto(300, 300))
  await chat.expectSent()
  await expect(chat.messages.getByRole('img', { name: words.say('Picture') })).toHaveCount(1)
  await chat.attach('film.mp4', 'video/mp4', videoFile())
  await expect(chat.messages.getByLabel(words.say('Video'), { exact: true })).toHaveCount(1)

  await chat.attach('fake.png', 'image/png', Buffer.from('no picture at all'))
  await expect(chat.sheet.text('Not sent')).toBeVisible()
  await chat.sheet.button('Resend').click()
  await expect(chat.sheet.text('Not sent')).toBeVisible()
  await chat.sheet.button('Remove').click()
  await expect(chat.sheet.text('Not sent')).toBeHidden()
  const agent = new Agent(server.origin, await guestIdOf(page))
  expect(await agent.count('<img src="/api/files/')).toBe(1)
})

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
    await expect(chat.sheet.button('Don’t send')).toHaveCount(3)
    await chat.dontSend(marks[1])
    await expect(chat.sheet.button('Don’t send')).toHaveCount(2)
    await page.reload()
    await expect(chat.sheet.button('Don’t send')).toHaveCount(2)
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
})

test('scrolling up loads a long conversation ten messages at a time and keeps the position', async ({
  page,
  app,
  server,
  newMember,
}) => {
  const member = await newMember()
  const id = await memberIdOf(server.origin, member.token)
  for (let turn = 1; turn <= 45; turn += 1) {
    const message = { message_type: 'text', payload: { text: `line ${turn}` } }
    await callApi(
      server.origin,
      'POST',
      '/api/chat/send-message',
      { userId: id, message, clientId: randomUUID() },
      member.token,
    )
  }
  await signInAs(page, member, '/user/contact?open=chat')
  const chat = new ChatPanel(page, app)
  await chat.isReady()
  await chat.expectMessage('line 45')
  await expect(async () => {
    await chat.messages.evaluate((log) => {
      log.scrollTop = -log.scrollHeight
    })
    await expect(chat.messages.getByText('line 1', { exact: true })).toBeVisible({ timeout: 1000 })
  }).toPass()
  await new Agent(server.origin, id).send('text', { text: 'An answer' })
  await chat.sheet.button('New messages').click()
  await expect(chat.messages.getByText('An answer')).toBeInViewport()
})

test('a chat that the backend cannot start says so and offers a retry', async ({
  page,
  app,
  words,
  server,
}) => {
  await toggleFailure(server.origin, 'config')
  await page.goto('/contact?open=chat')
  const { sheet } = new ChatPanel(page, app)
  await expect(
    page
      .getByRole('alert')
      .filter({ hasText: words.say('Cannot start chatting') })
      .first(),
  ).toBeVisible()
  await expect(sheet.field('Your message')).toBeDisabled()
  await toggleFailure(server.origin, 'config')
  await sheet.button('Try again').click()
  await expect(sheet.text('Connected')).toBeVisible()
  await expect(sheet.field('Your message')).toBeEnabled()
})

test('the limit of 2,000 characters counts characters as the reader sees them', async ({ page, app }) => {
  await page.goto('/contact?open=chat')
  const chat = new ChatPanel(page, app)
  await chat.isReady()
  // Three code points and one character each.
  const message = chat.sheet.field('Your message')
  await message.fill('ນ້ຳ'.repeat(1000) + '👍🏽'.repeat(1000))
  await expect(message).not.toHaveAttribute('aria-invalid')
  await message.fill('👍🏽'.repeat(2001))
  await expect(message).toHaveAttribute('aria-invalid', 'true')
  for (const unsent of ['👍🏽'.repeat(2001), '   ']) {
    await message.fill(unsent)
    await chat.sheet.button('Send').click()
    await expect(message).toBeFocused()
    await expect(message).toHaveValue(unsent)
  }
})

test('signing out removes everything of the chat', async ({ page, context, app, newMember }) => {
  await signInAs(page, await newMember(), '/user/contact?open=chat')
  const chat = new ChatPanel(page, app)
  await chat.isReady()
  await context.route('**/api/chat/send-message', (call) => call.abort())
  await chat.write('a secret that waits')
  await expect(chat.sheet.button('Don’t send')).toBeVisible()
  await chat.sheet.field('Your message').fill('a secret draft')
  await chat.sheet.button('Close').click()
  await app.button('Log out').click()
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
  const body = new URLSearchParams({ kind: 'text', text: 'Does it work now?' })
  const headers = { Origin: server.origin }
  await fetch(`${server.origin}/sandbox/chat/${guestId}/messages`, { method: 'POST', headers, body })
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
