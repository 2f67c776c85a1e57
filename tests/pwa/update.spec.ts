import { App } from '../support/app.ts'
import { acceptUpdate, findRelease, isSamePage } from '../support/deploy-test.ts'
import { expect, signInAs, test as base, workerReady } from '../support/fixtures.ts'
import { registerMember } from '../support/members.ts'
import { type Release, startRelease } from '../support/release.ts'
import { Sandbox } from '../support/sandbox.ts'

const test = base.extend<{ release: Release }>({
  serviceWorkers: 'allow',
  release: async ({ browserName: _browser }, provide) => {
    const release = await startRelease()
    await provide(release)
    await release.dispose()
  },
})

test('an update is offered only after a running QR has ended, by expiry or by its payment, and never forced', async ({
  browser,
  words,
  release,
}) => {
  const context = await browser.newContext({ baseURL: release.server.origin })
  const page = await context.newPage()
  const app = new App(page, words)
  const sandbox = new Sandbox(release.server.origin)
  const member = await registerMember(sandbox, 90)
  await signInAs(page, member)
  await workerReady(page)
  const createQr = async () => {
    const deposit = await app.choose('Deposit')
    await deposit.surface.getByRole('button', { name: '100', exact: true }).click()
    await deposit.button('Create QR').click()
    await expect(deposit.surface.getByRole('timer')).toBeVisible()
    return deposit
  }
  const deposit = await createQr()

  release.next()
  await findRelease(page)
  const offer = app.text('A new version is ready')
  const told = app.button('QR waiting to be paid')
  await expect(offer).toBeHidden()

  await test.step('also after its sheet is closed, and after a reload', async () => {
    const left = page.getByRole('main').getByRole('timer')
    await deposit.button('Close').click()
    await expect(told).toBeVisible()
    await expect(left).toHaveText(/^\d\d:\d\d$/u)
    await page.reload()
    await page.evaluate(() => Object.assign(globalThis, { neverReloaded: true }))
    await expect(told).toBeVisible()
    await findRelease(page)
    await app.link('History').click()
    await expect(app.heading('Statement')).toBeVisible()
    await app.link('Home').click()
    const shown = await left.innerText()
    await expect(left).not.toHaveText(shown)
    await expect(offer).toBeHidden()
  })

  await test.step('once the QR has expired, the update is offered; not while another one runs', async () => {
    await sandbox.expireQr(member.phone)
    await expect(offer).toBeVisible()
    await expect(app.button('The QR is no longer open')).toBeVisible()
    await app.expectBalance('90.00')
    const another = await createQr()
    await expect(offer).toBeHidden()
    await another.button('Close').click()
    await expect(told).toBeVisible()
    await expect(offer).toBeHidden()
  })

  await test.step('once it is paid, the update is offered', async () => {
    await sandbox.payQr(member.phone)
    await expect(offer).toBeVisible()
    await expect(app.button('Credited')).toBeVisible()
    await app.expectBalance('190.00')
    expect(await isSamePage(page)).toBe(true)
  })

  await acceptUpdate(app, page)
  await app.expectBalance('190.00')
  await expect(offer).toBeHidden()
  await expect(app.button('The QR is no longer open')).toBeHidden()
  await context.close()
})
