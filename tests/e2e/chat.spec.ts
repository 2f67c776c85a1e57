import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import { Agent, ChatPanel, guestIdOf, memberIdOf, toggleFailure } from '../support/chat.ts'
import { collectPageErrors, expect, signInAs, test } from '../support/fixtures.ts'
import { callApi } from '../support/members.ts'

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
