import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { App } from '../support/app.ts'
import { expect, test } from '../support/fixtures.ts'
import { GameTab } from '../support/sandbox.ts'

const friendPort = 43_210
const friend = `http://127.0.0.1:${friendPort}`

// The app stands at localhost: to a browser 127.0.0.1 is another site.
test.use({ settings: { FRAME_ANCESTORS: `'self' ${friend}` } })

/** Another site, whose one page shows the app in a frame. */
async function openHost(app: string, port: number): Promise<Server> {
  const page = `<!doctype html><title>Host</title><style>body{margin:0}iframe{border:0;width:360px;height:760px}</style>
    <iframe title="Champa" src="${app}/login" allow="clipboard-write"></iframe>`
  const host = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html')
    response.end(page)
  }).listen(port, '127.0.0.1')
  await once(host, 'listening')
  return host
}

test('a page of an allowed site shows the app, signs in there and plays', async ({
  page,
  context,
  server,
  words,
  newMember,
}) => {
  const member = await newMember(80)
  const host = await openHost(server.origin, friendPort)
  try {
    await page.goto(friend)
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
    expect(page.url()).toBe(`${friend}/`)
  } finally {
    host.close()
  }
})

test('a page of any other site is refused', async ({ page, server }) => {
  const host = await openHost(server.origin, 0)
  try {
    const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'))
    await page.goto(`http://127.0.0.1:${(host.address() as AddressInfo).port}`)
    await refused
    const inside = page.frames().find((frame) => frame.parentFrame())
    expect(inside?.url()).not.toContain(server.origin)
  } finally {
    host.close()
  }
})
