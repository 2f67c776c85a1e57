import type { Page } from 'playwright/test'
import { App } from '../support/app.ts'
import { expect, signInAs, test, workerReady } from '../support/fixtures.ts'
import { callApi, type TestMember } from '../support/members.ts'
import { makeSlip } from '../support/pictures.ts'

test.use({ serviceWorkers: 'allow' })

const choose = (page: Page, buffer: Buffer) =>
  page.locator('input[type=file]').setInputFiles({ name: 'slip.png', mimeType: 'image/png', buffer })

const news = (page: Page, { words }: App) =>
  page.getByRole('region', { name: words.say('Slips on their way') })

/** The statuses of the member's slips at the backend. */
async function slipsOf(origin: string, { token }: TestMember) {
  const { slips } = await callApi(origin, 'POST', '/api/statement/slip', { page: 1, limit: 10 }, token)
  return (slips as { status: string }[]).map(({ status }) => status)
}

/** The number of outbox entries on this phone, of any member. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const known = await indexedDB.databases()
    if (!known.some(({ name }) => name === 'champa-outbox')) return 0
    return new Promise<number>((resolve, reject) => {
      const opening = indexedDB.open('champa-outbox')
      opening.addEventListener('error', () => reject(new Error('No database')))
      opening.addEventListener('success', () => {
        const count = opening.result.transaction('entries').objectStore('entries').count()
        count.addEventListener('success', () => {
          opening.result.close()
          resolve(count.result)
        })
      })
    })
  })

test('a slip sent offline waits, can be cancelled, survives closing the tab and arrives once', async ({
  page,
  context,
  app,
  words,
  server,
  newMember,
}) => {
  const member = await newMember(100)
  const slip = await makeSlip(server.origin, member.phone, { baht: 250.5 })
  await signInAs(page, member)
  await app.expectBalance('100.00')
  await workerReady(page)
  await page.goto('/user/home?open=slip')
  const upload = app.sheet('Upload slip')
  await expect(upload.button('Choose the slip')).toBeVisible()

  await context.setOffline(true)
  await choose(page, slip)
  await upload.button('Send slip').click()
  await expect(upload.text('The slip waits for the connection')).toBeVisible()
  await expect(upload.button('Send again')).toBeDisabled()
  await expect.poll(() => kept(page)).toBe(1)
  await upload.button('Cancel sending').click()
  await expect.poll(() => kept(page)).toBe(0)
  await upload.button('Send slip').click()
  await expect(upload.text('The slip waits for the connection')).toBeVisible()
  await expect.poll(() => kept(page)).toBe(1)
  await page.close()

  const second = await context.newPage()
  const later = new App(second, words)
  await second.goto('/user/home')
  await expect(news(second, later)).toContainText(
    words.like('It is saved on this phone and sent when you are online again.'),
  )
  await later.expectBalance('100.00')
  expect(await slipsOf(server.origin, member)).toEqual([])

  await context.setOffline(false)
  await expect(news(second, later)).toContainText(words.say('The slip has arrived'))
  await expect.poll(() => slipsOf(server.origin, member)).toEqual(['SUCCESS'])
  await news(second, later)
    .getByRole('button', { name: words.say('Slips uploaded so far') })
    .click()
  const list = later.sheet('Uploaded slips')
  await expect(list.surface.getByRole('row')).toHaveCount(2)
  await second.goto('/user/home')
  await later.expectBalance('350.50')
  await expect(news(second, later)).toBeHidden()
  await expect.poll(() => kept(second)).toBe(0)
})

test.describe('without a worker', () => {
  test.use({ serviceWorkers: 'block', language: 'la' })

  test('a slip whose response is lost is resent by itself, and credited once', async ({
    page,
    app,
    server,
    newMember,
  }) => {
    const member = await newMember()
    const slip = await makeSlip(server.origin, member.phone, { baht: 30 })
    await signInAs(page, member, '/user/home?open=slip')
    const upload = app.sheet('Upload slip')
    await expect(upload.button('Choose the slip')).toBeVisible()
    const keys: (string | null)[] = []
    await page.route('**/api/wallet/slip', async (route) => {
      keys.push(await route.request().headerValue('idempotency-key'))
      if (keys.length > 1) return route.continue()
      await route.fetch()
      return route.abort('connectionreset')
    })
    await choose(page, slip)
    await upload.button('Send slip').click()
    await expect(upload.text('Credited')).toBeVisible()
    expect(keys.length).toBeGreaterThan(1)
    expect(new Set(keys).size).toBe(1)
    expect(await slipsOf(server.origin, member)).toEqual(['SUCCESS'])
    await upload.button('Done').click()
    await app.expectBalance('30.00')
  })

  test('a refused slip shows the reason; signing out, or another member’s sign-in, removes waiting slips', async ({
    page,
    app,
    words,
    server,
    newMember,
  }) => {
    const [member, next, other] = [await newMember(), await newMember(), await newMember(20)]
    const slip = await makeSlip(server.origin, member.phone, { baht: 30 })
    const upload = app.sheet('Upload slip')
    let refusing = false
    await page.route('**/api/wallet/slip', async (route) => {
      if (refusing) await route.fulfill({ status: 400, json: { message: 'SLIP_INVALID_FILE' } })
      else await route.abort('connectionreset')
    })
    const leaveOne = async () => {
      await expect(upload.button('Choose the slip')).toBeVisible()
      await choose(page, slip)
      await upload.button('Send slip').click()
      await expect(upload.text('The slip waits for the connection')).toBeVisible()
      await upload.button('Close').click()
      await expect(news(page, app)).toContainText(
        words.like('It is saved on this phone and sent when you are online again.'),
      )
    }

    await signInAs(page, member, '/user/home?open=slip')
    await leaveOne()
    refusing = true
    await page.reload()
    const refused = news(page, app).getByRole('alert')
    await expect(refused).toContainText(
      words.like('This file cannot be read as a slip. Please choose a picture.'),
    )
    await page.reload()
    await expect(refused).toContainText(
      words.like('This file cannot be read as a slip. Please choose a picture.'),
    )
    await refused.getByRole('button', { name: words.say('Remove') }).click()
    await expect(news(page, app)).toBeHidden()
    await expect.poll(() => kept(page)).toBe(0)

    refusing = false
    await page.goto('/user/home?open=slip')
    await leaveOne()
    await app.button('Log out').click()
    await expect(app.heading('Log in')).toBeVisible()
    await expect.poll(() => kept(page)).toBe(0)

    // As after closing the tab of a session that was not remembered.
    await signInAs(page, next, '/user/home?open=slip')
    await leaveOne()
    await page.evaluate(() => localStorage.removeItem('champa.token'))
    await page.goto('/login')
    await app.logIn(other)
    await app.expectBalance('20.00')
    await expect.poll(() => kept(page)).toBe(0)
    await expect(news(page, app)).toBeHidden()
    expect(await slipsOf(server.origin, other)).toEqual([])
  })
})
