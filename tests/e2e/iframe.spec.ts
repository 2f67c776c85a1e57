import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { App } from '../support/app.ts'
import { expect, test as base } from '../support/fixtures.ts'
import { GameTab } from '../support/sandbox.ts'

/** Another site, whose one page shows the app that its address names in a frame. */
interface Host {
  origin: string
  showing: (app: string) => string
  close: () => void
}

async function openHost(): Promise<Host> {
  const host = createServer(({ url = '/' }, response) => {
    const app = new URL(url, 'http://host').searchParams.get('app')
    response.setHeader('Content-Type', 'text/html')
    response.end(`<!doctype html><title>Host</title><style>body{margin:0}iframe{border:0;width:360px;height:760px}</style>
    <iframe title="Champa" src="${app}/login" allow="clipboard-write"></iframe>`)
  }).listen(0, '127.0.0.1')
  await once(host, 'listening')
  // The app stands at localhost: to a browser 127.0.0.1 is another site.
  const origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`
  return {
    origin,
    showing: (app) => `${origin}/?app=${encodeURIComponent(app)}`,
    close: () => void host.close(),
  }
}

const test = base.extend<object, { friend: Host }>({
  friend: [
    async ({ browserName: _browser }, provide) => {
      const host = await openHost()
      await provide(host)
      host.close()
    },
    { scope: 'worker' },
  ],
  settings: [
    ({ friend }, provide) => provide({ FRAME_ANCESTORS: `'self' ${friend.origin}` }),
    { scope: 'worker' },
  ],
})

test('a page of an allowed site shows the app, signs in there and plays', async ({
  page,
  context,
  friend,
  server,
  words,
  newMember,
}) => {
  const member = await newMember(80)
  await page.goto(friend.showing(server.origin))
  const frame = page.frameLocator('iframe[title=Champa]')
  const app = new App(frame, words)
  await app.logIn(member)
  await app.expectBalance('80.00')
  await frame.getByRole('button', { name: 'นาคาคู่' }).click()
  const game = new App(frame.getByRole('dialog', { name: 'นาคาคู่' }), words)
  await game.button('Activate').click()
  const opened = context.waitForEvent('page')
  await game.button('Transfer all and play').click()
  await app.button('Transfer and play').click()
  const tab = new GameTab(await opened)
  await tab.expectBalance('80.00')
  expect(page.url()).toBe(friend.showing(server.origin))
})

test('a page of any other site is refused', async ({ page, server }) => {
  const host = await openHost()
  try {
    const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'))
    await page.goto(host.showing(server.origin))
    await refused
    const inside = page.frames().find((frame) => frame.parentFrame())
    expect(inside?.url()).not.toContain(server.origin)
  } finally {
    host.close()
  }
})
