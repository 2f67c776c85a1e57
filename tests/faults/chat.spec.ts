import { Agent, ChatPanel } from '../support/chat.ts'
import { expect, test } from '../support/fault-proxy-test.ts'
import { cutAfter, cutBefore, doubled, halved, inTurn } from '../support/fault-proxy.ts'

test.use({ language: 'la' })

test('over a rough line every message of the chat arrives once and in order, at both ends', async ({
  page,
  line,
  app,
  server,
}) => {
  await page.goto('/contact?open=chat')
  const chat = new ChatPanel(page, app)
  await chat.isReady()
  const guest = await page.evaluate(
    () => JSON.parse(localStorage.getItem('champa.chat-guest') ?? '""') as string,
  )
  const agent = new Agent(server.origin, guest)

  const sending = /^\/api\/chat\/send-message$/u
  line.meet('POST', sending, inTurn([cutAfter, cutBefore, doubled, halved, cutBefore, doubled, cutAfter]))
  line.meet('POST', /^\/api\/chat\/history$/u, inTurn([cutBefore, halved]))
  const written = ['one', 'two', 'three', 'four', 'five', 'six'].map((word) => `Number ${word}.`)
  for (const [at, words] of written.entries()) {
    await chat.write(words)
    if (at % 2 === 0) line.cutSockets()
    if (at === 3) await agent.send('text', { text: 'An answer in between.' })
  }
  line.cutSockets()
  await agent.send('text', { text: 'An answer while the line was cut.' })

  const bubbles = chat.messages.getByText(/^(?:Number \w+|An answer [a-z ]+)\.$/u)
  await expect(bubbles).toHaveCount(8, { timeout: 60_000 })
  await expect.poll(() => agent.count('Number six.'), { timeout: 60_000 }).toBe(1)
  for (const words of written) expect(await agent.count(words), words).toBe(1)
  expect(line.count('POST', sending)).toBeGreaterThan(written.length)

  await page.reload()
  await expect(bubbles).toHaveCount(8)
  const said = await bubbles.allInnerTexts()
  expect(said.filter((words) => words.startsWith('Number'))).toEqual(written)
  expect(said.filter((words) => words.startsWith('An answer'))).toEqual([
    'An answer in between.',
    'An answer while the line was cut.',
  ])
})

test('without the file of its line the chat still sends, and opens the line once it can be had', async ({
  page,
  app,
}) => {
  const faults: string[] = []
  page.on('pageerror', ({ message }) => faults.push(message))
  await page.route('**/assets/chat-connection-*.js', (route) => route.abort('connectionreset'))
  await page.goto('/contact?open=chat')
  const chat = new ChatPanel(page, app)
  await expect(chat.sheet.text('Connecting…')).toBeVisible()
  await chat.write('By a call alone.')
  await chat.expectSent()
  await expect(chat.sheet.text('Connected')).toBeHidden()

  await page.unroute('**/assets/chat-connection-*.js')
  // A try that fails at this very moment would swallow the first look.
  await expect(async () => {
    await page.evaluate(() => void dispatchEvent(new Event('focus')))
    await expect(chat.sheet.text('Connected')).toBeVisible({ timeout: 5000 })
  }).toPass()
  expect(faults).toEqual([])
})
