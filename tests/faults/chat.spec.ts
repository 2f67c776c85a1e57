import { chatHistory, sendChatMessage } from '../../src/api/contract/chat.ts'
import { Agent, ChatPanel, guestIdOf } from '../support/chat.ts'
import { expect, test } from '../support/fault-proxy-test.ts'
import { duplicateRequest, inTurn, loseRequest, loseResponse, malformJson } from '../support/fault-proxy.ts'

test.use({ language: 'la' })

test('over a faulty connection every chat message arrives once and in order, at both ends', async ({
  page,
  faultProxy,
  app,
  server,
}) => {
  await page.goto('/contact?open=chat')
  const chat = new ChatPanel(page, app)
  await chat.isReady()
  const guest = await guestIdOf(page)
  const agent = new Agent(server.origin, guest)

  faultProxy.inject(
    sendChatMessage,
    inTurn([
      loseResponse,
      loseRequest,
      duplicateRequest,
      malformJson,
      loseRequest,
      duplicateRequest,
      loseResponse,
    ]),
  )
  faultProxy.inject(chatHistory, inTurn([loseRequest, malformJson]))
  const written = ['one', 'two', 'three', 'four', 'five', 'six'].map((word) => `Number ${word}.`)
  for (const [at, words] of written.entries()) {
    await chat.write(words)
    if (at % 2 === 0) faultProxy.closeSockets()
    if (at === 3) await agent.send('text', { text: 'An answer in between.' })
  }
  faultProxy.closeSockets()
  await agent.send('text', { text: 'An answer while offline.' })

  const bubbles = chat.messages.getByText(/^(?:Number \w+|An answer [a-z ]+)\.$/u)
  await expect(bubbles).toHaveCount(8, { timeout: 60_000 })
  await expect.poll(() => agent.count('Number six.'), { timeout: 60_000 }).toBe(1)
  for (const words of written) expect(await agent.count(words), words).toBe(1)
  expect(faultProxy.count(sendChatMessage)).toBeGreaterThan(written.length)

  await page.reload()
  await expect(bubbles).toHaveCount(8)
  const said = await bubbles.allInnerTexts()
  expect(said.filter((words) => words.startsWith('Number'))).toEqual(written)
  expect(said.filter((words) => words.startsWith('An answer'))).toEqual([
    'An answer in between.',
    'An answer while offline.',
  ])
})

test('if the chat’s connection module fails to load, messages are sent by call; it connects once it loads', async ({
  page,
  app,
}) => {
  const pageErrors: string[] = []
  page.on('pageerror', ({ message }) => pageErrors.push(message))
  await page.route('**/assets/chat-connection-*.js', (route) => route.abort('connectionreset'))
  await page.goto('/contact?open=chat')
  const chat = new ChatPanel(page, app)
  await expect(chat.sheet.text('Connecting…')).toBeVisible()
  await chat.write('By a call alone.')
  await chat.expectSent()
  await expect(chat.sheet.text('Connected')).toBeHidden()

  await page.unroute('**/assets/chat-connection-*.js')
  // An attempt that is just failing would swallow a single focus event.
  await expect(async () => {
    await page.evaluate(() => void dispatchEvent(new Event('focus')))
    await expect(chat.sheet.text('Connected')).toBeVisible({ timeout: 5000 })
  }).toPass()
  expect(pageErrors).toEqual([])
})
