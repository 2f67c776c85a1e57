import type { Page } from 'playwright/test'
import { App } from '../support/app.ts'
import { collectPageErrors, expect, test } from '../support/fixtures.ts'
import { balanceAndRows, callApi, type TestMember } from '../support/members.ts'
import { Agent, ChatPanel } from '../support/chat.ts'

test.use({ serviceWorkers: 'allow' })

/** The notice that a member sees. */
const storageNotice =
  'This browser keeps nothing for the app. You stay logged in until this page is closed or loaded again.'

/** Storage throws, as in a browser that blocks site data. */
function denyStorage(): void {
  const deny = () => {
    throw new DOMException('Access is denied for this document.', 'SecurityError')
  }
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
    Object.defineProperty(globalThis, name, { get: deny })
  for (const name of ['locks', 'serviceWorker'])
    Object.defineProperty(Navigator.prototype, name, { get: deny })
}

/** Storage does not exist, as in an old browser. */
function removeStorage(): void {
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
    Object.defineProperty(globalThis, name, { value: undefined })
  for (const name of ['locks', 'serviceWorker']) Reflect.deleteProperty(Navigator.prototype, name)
}

/** Databases never answer, locks and the service worker are refused, and storage is full. */
function breakStorage(): void {
  const refuse = () => Promise.reject(new DOMException('Not here', 'SecurityError'))
  indexedDB.open = () => new EventTarget() as IDBOpenDBRequest
  LockManager.prototype.request = refuse
  LockManager.prototype.query = refuse
  ServiceWorkerContainer.prototype.register = refuse
  const full = () => {
    throw new DOMException('No room', 'QuotaExceededError')
  }
  Storage.prototype.setItem = full
}

/** Creates a QR, transfers money to a game and writes a chat message, all without a reload, which would end the session. */
async function useWholeApp(page: Page, app: App, member: TestMember, origin: string): Promise<void> {
  const deposit = await app.choose('Deposit')
  await deposit.surface.getByRole('button', { name: '100', exact: true }).click()
  await deposit.button('Create QR').click()
  await expect(deposit.surface.getByRole('timer')).toHaveText(/^\d\d:\d\d$/u)
  await deposit.button('Close').click()

  await page.getByRole('button', { name: 'นาคาคู่' }).first().click()
  const game = new App(page.getByRole('dialog', { name: 'นาคาคู่' }), app.words)
  await game.button('Activate').click()
  await game.field('Transfer from wallet').fill('50')
  await game.transferTyped().click()
  await expect(game.surface.getByText('50.00 ฿').first()).toBeVisible()
  await game.button('Close').click()
  await expect.poll(() => balanceAndRows(origin, member, 'transfer')).toEqual({ amount: 250, rows: 1 })

  await app.link('Contact').click()
  await app.link('Chat with us').click()
  const chat = new ChatPanel(page, app)
  await chat.isReady()
  await chat.write('no storage here')
  await chat.expectSent()
  const { profile } = await callApi(origin, 'GET', '/api/account/profile', undefined, member.token)
  expect(await new Agent(origin, (profile as { _id: string })._id).count('no storage here')).toBe(1)
  await chat.sheet.button('Close').click()
}

for (const [how, block] of [
  ['denied', denyStorage],
  ['absent', removeStorage],
  ['broken or full', breakStorage],
] as const) {
  test(`with all storage ${how}, a member signs in for the visit and everything works`, async ({
    page,
    context,
    app,
    server,
    newMember,
  }) => {
    const member = await newMember(300)
    const pageErrors = collectPageErrors(context)
    await page.addInitScript(block)
    await page.goto('/')
    await expect(page).toHaveURL(/\/login/u)
    await app.logIn(member)
    await app.expectBalance('300.00')
    await expect(app.text(storageNotice)).toBeVisible()
    await useWholeApp(page, app, member, server.origin)
    await app.link('Home').click()
    await app.expectBalance('300.00')
    expect(pageErrors).toEqual([])
    await app.logOut()
    await expect(app.heading('Log in')).toBeVisible()
    await app.logIn(member)
    await page.reload()
    await expect(app.heading('Log in')).toBeVisible()
  })
}
