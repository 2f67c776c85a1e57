import { uploadSlip } from '../../src/api/contract/slip.ts'
import { addressesOf } from '../support/addresses-of.ts'
import { App } from '../support/app.ts'
import { outboxIds, removeStored } from '../support/browser-storage.ts'
import { expect, signInAs, test, workerReady } from '../support/fixtures.ts'
import { memberWithSlip, openSlipUpload, SlipUpload, slipStatuses } from '../support/slip-upload.ts'

test.use({ serviceWorkers: 'allow' })

test('a slip sent offline waits, can be cancelled, survives closing the tab and arrives once', async ({
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
  await page.goto('/user/home?open=slip')
  const upload = new SlipUpload(page, app)
  await upload.isReady()

  await context.setOffline(true)
  await upload.send(slip)
  await upload.expectWaiting()
  await expect(upload.sheet.button('Send again')).toBeDisabled()
  await expect.poll(() => outboxIds(page)).toHaveLength(1)
  await upload.sheet.button('Cancel sending').click()
  await expect.poll(() => outboxIds(page)).toEqual([])
  await upload.sheet.button('Send slip').click()
  await upload.expectWaiting()
  await expect.poll(() => outboxIds(page)).toHaveLength(1)
  await page.close()

  const second = await context.newPage()
  const later = new App(second, words)
  const { news } = new SlipUpload(second, later)
  await second.goto('/user/home')
  await expect(news).toContainText(
    words.like('It is saved on this phone and sent when you are online again.'),
  )
  await later.expectBalance('100.00')
  expect(await slipStatuses(server.origin, member)).toEqual([])

  await context.setOffline(false)
  await expect(news).toContainText(words.say('The slip has arrived'))
  await expect.poll(() => slipStatuses(server.origin, member)).toEqual(['SUCCESS'])
  // This line goes by itself, and the notice below it moves up.
  await expect(later.connection('Back online')).toHaveCount(0)
  await news.getByRole('button', { name: words.say('Slip status') }).click()
  const list = later.sheet('Uploaded slips')
  await expect(list.surface.getByRole('listitem')).toHaveCount(1)
  await second.goto('/user/home')
  await later.expectBalance('350.50')
  await expect(news).toBeHidden()
  await expect.poll(() => outboxIds(second)).toEqual([])
})

test.describe('without a worker', () => {
  test.use({ serviceWorkers: 'block', language: 'la' })

  test('a slip whose response is lost is resent by itself, and credited once', async ({
    page,
    app,
    server,
    newMember,
  }) => {
    const { member, slip } = await memberWithSlip({ server, newMember }, 0, { baht: 30 })
    const upload = await openSlipUpload(page, app, member)
    const keys: (string | null)[] = []
    await page.route(addressesOf(uploadSlip), async (route) => {
      keys.push(await route.request().headerValue('idempotency-key'))
      if (keys.length > 1) return route.continue()
      await route.fetch()
      return route.abort('connectionreset')
    })
    await upload.send(slip)
    await expect(upload.sheet.text('Credited')).toBeVisible()
    expect(keys.length).toBeGreaterThan(1)
    expect(new Set(keys).size).toBe(1)
    expect(await slipStatuses(server.origin, member)).toEqual(['SUCCESS'])
    await upload.sheet.button('Done').click()
    await app.expectBalance('30.00')
  })

  test('a refused slip shows the reason; signing out, or another member’s sign-in, removes waiting slips', async ({
    page,
    app,
    words,
    server,
    newMember,
  }) => {
    const { member, slip } = await memberWithSlip({ server, newMember }, 0, { baht: 30 })
    const [next, other] = [await newMember(), await newMember(20)]
    const upload = new SlipUpload(page, app)
    const { news } = upload
    let refusing = false
    await page.route(addressesOf(uploadSlip), async (route) => {
      if (refusing) await route.fulfill({ status: 400, json: { message: 'SLIP_INVALID_FILE' } })
      else await route.abort('connectionreset')
    })
    const leaveOne = async () => {
      await upload.isReady()
      await upload.send(slip)
      await upload.expectWaiting()
      await upload.sheet.button('Close').click()
      await expect(news).toContainText(
        words.like('It is saved on this phone and sent when you are online again.'),
      )
    }

    await signInAs(page, member, '/user/home?open=slip')
    await leaveOne()
    refusing = true
    await page.reload()
    const refused = news.getByRole('alert')
    await expect(refused).toContainText(
      words.like('This file cannot be read as a slip. Please choose a picture.'),
    )
    await page.reload()
    await expect(refused).toContainText(
      words.like('This file cannot be read as a slip. Please choose a picture.'),
    )
    await refused.getByRole('button', { name: words.say('Remove') }).click()
    await expect(news).toBeHidden()
    await expect.poll(() => outboxIds(page)).toEqual([])

    refusing = false
    await page.goto('/user/home?open=slip')
    await leaveOne()
    await app.logOutUnsent(page)
    await expect(app.heading('Log in')).toBeVisible()
    await expect.poll(() => outboxIds(page)).toEqual([])

    // As after closing the tab of a session that was not remembered.
    await signInAs(page, next, '/user/home?open=slip')
    await leaveOne()
    await removeStored(page, 'token')
    await page.goto('/login')
    await app.logIn(other)
    await app.expectBalance('20.00')
    await expect.poll(() => outboxIds(page)).toEqual([])
    await expect(news).toBeHidden()
    expect(await slipStatuses(server.origin, other)).toEqual([])
  })
})
