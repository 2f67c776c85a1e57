import type { Page } from 'playwright/test'
import { readStored } from '../support/browser-storage.ts'
import { expect, signInAs, test, withoutEvents, workerReady } from '../support/fixtures.ts'
import { callApi } from '../support/members.ts'
import { makeSlip } from '../support/pictures.ts'
import { memberWithSlip, SlipUpload, slipStatuses } from '../support/slip-upload.ts'

test.use({ serviceWorkers: 'allow' })

/** Posts to the share target, as the phone does when the bank's app shares a picture. */
async function share(page: Page, picture: Buffer): Promise<void> {
  await page.evaluate((base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const chosen = new DataTransfer()
    chosen.items.add(new File([bytes], 'slip.png', { type: 'image/png' }))
    const input = Object.assign(document.createElement('input'), { type: 'file', name: 'slip' })
    input.files = chosen.files
    const form = document.createElement('form')
    form.method = 'post'
    form.action = '/share'
    form.enctype = 'multipart/form-data'
    form.append(input)
    document.body.append(form)
    form.submit()
  }, picture.toString('base64'))
  await page.waitForURL(/shared/u)
}

const shared = (page: Page) =>
  page.evaluate(async () => (await caches.keys()).some((name) => name.startsWith('champa-shared')))

test('a shared slip opens in the upload, and is deleted once it was sent', async ({
  page,
  app,
  server,
  newMember,
}) => {
  const { member, slip } = await memberWithSlip({ server, newMember }, 100, { baht: 250.5 })
  await signInAs(page, member)
  await workerReady(page)
  await page.goto('/robots.txt')
  await share(page, slip)
  const { sheet, picture } = new SlipUpload(page, app)
  await expect(picture).toBeVisible()
  await sheet.button('Send slip').click()
  await expect(sheet.text('Credited')).toBeVisible()
  await expect.poll(() => shared(page)).toBe(false)
  await sheet.button('Done').click()
  await app.expectBalance('350.50')
  await expect(page).toHaveURL(/\/user\/home$/u)
})

test('slips that are shared before the first was sent are offered one after the other, across a reload too', async ({
  page,
  app,
  server,
  newMember,
}) => {
  const { member, slip } = await memberWithSlip({ server, newMember }, 100, { baht: 250.5 })
  const later = await makeSlip(server.origin, member.phone, { baht: 20 })
  await signInAs(page, member)
  await workerReady(page)
  const { sheet, picture } = new SlipUpload(page, app)
  for (const each of [slip, later, slip.subarray(0, 0)]) {
    await share(page, each)
    await expect(picture).toBeVisible()
  }
  await page.reload()
  await sheet.button('Send slip').click()
  await expect(sheet.text('Credited')).toBeVisible()
  await expect(sheet.surface.getByText('250.50').first()).toBeVisible()
  await sheet.button('Done').click()

  await expect(picture).toBeVisible()
  await page.reload()
  await sheet.button('Send slip').click()
  await expect(sheet.surface.getByText('20.00').first()).toBeVisible()
  await expect.poll(() => shared(page)).toBe(false)
  await sheet.button('Done').click()
  await app.expectBalance('370.50')
  await expect(page).toHaveURL(/\/user\/home$/u)
})

test('a shared slip that nobody has seen waits while another one is put away', async ({
  page,
  app,
  words,
  server,
  newMember,
}) => {
  const { member, slip } = await memberWithSlip({ server, newMember }, 40, { baht: 20 })
  const later = await makeSlip(server.origin, member.phone, { baht: 30 })
  await signInAs(page, member)
  await workerReady(page)
  const { sheet, picture, news } = new SlipUpload(page, app)
  for (const each of [slip, later]) {
    await share(page, each)
    await expect(picture).toBeVisible()
  }
  await sheet.button('Close').click()
  await app.expectBalance('40.00')
  await page.reload()
  await news.getByRole('button', { name: words.say('Upload slip') }).click()
  await sheet.button('Send slip').click()
  await expect(sheet.surface.getByText('30.00').first()).toBeVisible()
  await expect.poll(() => shared(page)).toBe(false)
})

test('a shared slip that waits for the connection is not offered again by a reload, and is credited once', async ({
  page,
  context,
  app,
  words,
  server,
  newMember,
}) => {
  const { member, slip } = await memberWithSlip({ server, newMember }, 100, { baht: 250.5 })
  await signInAs(page, member)
  await app.expectBalance('100.00')
  await workerReady(page)
  await share(page, slip)
  const upload = new SlipUpload(page, app)
  await expect(upload.sheet.button('Send slip')).toBeVisible()
  await context.setOffline(true)
  await upload.sheet.button('Send slip').click()
  await upload.expectWaiting()
  await expect(page).toHaveURL(/\/user\/home\?open=slip$/u)
  await expect.poll(() => shared(page)).toBe(false)

  await page.reload()
  await upload.isReady()
  const { news } = upload
  await expect(news).toContainText(
    words.like('It is saved on this phone and sent when you are online again.'),
  )
  await expect(upload.picture).toBeHidden()
  await expect(upload.sheet.text('The shared picture did not arrive')).toBeHidden()
  await context.setOffline(false)
  await expect(news).toContainText(words.say('The slip has arrived'))
  await expect.poll(() => slipStatuses(server.origin, member)).toEqual(['SUCCESS'])
})

test('a shared slip waits for the sign-in, and is deleted by a sign-out', async ({
  page,
  app,
  server,
  newMember,
}) => {
  const { member, slip } = await memberWithSlip({ server, newMember }, 40, { baht: 20 })
  await page.goto('/login')
  await workerReady(page)
  await page.goto('/robots.txt')
  await share(page, slip)
  await expect(app.heading('Log in')).toBeVisible()
  await app.fillSignIn(member)
  const { picture } = new SlipUpload(page, app)
  await expect(picture).toBeVisible()
  // A phone short of memory reloads the page.
  await page.reload()
  await expect(picture).toBeVisible()
  expect(await shared(page)).toBe(true)

  await page.goto('/user/home')
  await app.expectBalance('40.00')
  await app.button('Log out').click()
  await expect(app.heading('Log in')).toBeVisible()
  await expect.poll(() => shared(page)).toBe(false)
})

test('leaving the upload or the end of the session deletes a shared slip; a session that had ended before does not', async ({
  page,
  context,
  app,
  server,
  newMember,
}) => {
  // The stream's end would tell of the session's end before the slip's answer does.
  await withoutEvents(context)
  const { member, slip } = await memberWithSlip({ server, newMember }, 40, { baht: 20 })
  const { sheet, picture } = new SlipUpload(page, app)
  const endSession = async () => {
    const token = JSON.parse((await readStored(page, 'token')) ?? '""') as string
    await callApi(server.origin, 'POST', '/api/logout', undefined, token)
  }
  await signInAs(page, member)
  await workerReady(page)

  await test.step('leaving by Back, and by the close button', async () => {
    await app.expectBalance('40.00')
    await share(page, slip)
    await expect(picture).toBeVisible()
    await page.goBack()
    await app.expectBalance('40.00')
    await expect.poll(() => shared(page)).toBe(false)
    await share(page, slip)
    await expect(picture).toBeVisible()
    await sheet.button('Close').click()
    await expect.poll(() => shared(page)).toBe(false)
  })

  await test.step('the session had ended before the slip was shared', async () => {
    await endSession()
    await page.goto('/robots.txt')
    await share(page, slip)
    await expect(app.heading('Log in')).toBeVisible()
    await app.fillSignIn(member)
    await expect(picture).toBeVisible()
    expect(await shared(page)).toBe(true)
  })

  await test.step('the session ends while the slip is open', async () => {
    await endSession()
    await sheet.button('Send slip').click()
    await expect(app.heading('Log in')).toBeVisible()
    await expect.poll(() => shared(page)).toBe(false)
  })
})

test.describe('without a worker', () => {
  test.use({ serviceWorkers: 'block' })

  test('the upload says that the shared picture did not arrive, and lets the member choose it', async ({
    page,
    app,
    server,
    newMember,
  }) => {
    const { member, slip } = await memberWithSlip({ server, newMember }, 0, { baht: 20 })
    await signInAs(page, member)
    await app.expectBalance('0.00')
    await page.goto('/robots.txt')
    await share(page, slip)
    const { sheet } = new SlipUpload(page, app)
    await expect(sheet.text('The shared picture did not arrive')).toBeVisible()
    await expect(sheet.button('Choose the slip')).toBeEnabled()
  })
})
