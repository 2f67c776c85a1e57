import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { App } from '../support/app.ts'
import { expect, test as base } from '../support/fixtures.ts'
import { GameTab } from '../support/sandbox.ts'

/** Another site whose only page embeds the app given in its address. */
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
  // The app is served from localhost: to a browser, 127.0.0.1 is another site.
  const origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`
  return {
    origin,
    showing: (app) => `${origin}/?app=${encodeURIComponent(app)}`,
    close: () => void host.close(),
  }
}

const test = base.extend<object, { allowedSite: Host }>({
  allowedSite: [
    async ({ browserName: _browser }, provide) => {
      const host = await openHost()
      await provide(host)
      host.close()
    },
    { scope: 'worker' },
  ],
  settings: [
    ({ allowedSite }, provide) => provide({ FRAME_ANCESTORS: `'self' ${allowedSite.origin}` }),
    { scope: 'worker' },
  ],
})

test('a member signs in and plays in the app embedded by an allowed site', async ({
  page,
  context,
  allowedSite,
  server,
  words,
  newMember,
}) => {
  const member = await newMember(80)
  await page.goto(allowedSite.showing(server.origin))
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
  expect(page.url()).toBe(allowedSite.showing(server.origin))
})

test('any other site cannot embed the app', async ({ page, server }) => {
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
