import type { Page } from 'playwright/test'
import { App } from '../support/app.ts'
import { openWithBanners } from '../support/banners.ts'
import { expect, signInAs, test, withoutEvents } from '../support/fixtures.ts'

// The slider is loaded only where motion is wanted, and its file counts.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test.use({ language: 'la' })

/** Makes the browser report that the data saver is on. */
const enableDataSaver = (page: Page) =>
  page.addInitScript(() => {
    const line = Object.assign(new EventTarget(), { saveData: true, effectiveType: '4g' })
    Object.defineProperty(navigator, 'connection', { value: line })
  })

test('with the data saver on, pictures load on a tap', async ({ page, context, app, words, newMember }) => {
  const asked: string[] = []
  context.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const pictures = () => asked.filter((path) => /^\/(?:art|videos)\//u.test(path))
  await enableDataSaver(page)
  await withoutEvents(context)
  await signInAs(page, await newMember(100))
  await app.expectBalance('100.00')
  await page.waitForLoadState('networkidle')
  expect(pictures()).toEqual([])

  await page.goto('/user/contact')
  await expect(app.heading('Contact us')).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(pictures()).toEqual([])

  const sheet = app.sheet('Invite friends')
  const first = sheet.button('Show picture').first()
  await openWithBanners(() => page.goto('/user/home?open=invite'), first)
  const slide = sheet.surface.getByRole('region', { name: words.say('Banners') })
  // Only the height is compared: the sheet may still be sliding up.
  const height = async () => Math.round((await slide.boundingBox())?.height ?? 0)
  const before = await height()
  expect(pictures()).toEqual([])
  await first.click()
  await expect(sheet.surface.getByRole('img', { name: words.like('Banner {place} of {count}') })).toHaveCount(
    1,
  )
  expect(await height()).toBe(before)
  await expect.poll(() => pictures().length).toBe(1)

  await page.goto('/user/home?open=game&game=PG')
  const game = new App(page.getByRole('dialog'), words)
  await game.button('Show picture').click()
  await expect(game.button('Show picture')).toBeHidden()
  await expect.poll(() => pictures().length).toBe(2)

  await test.step('with a good connection they load by themselves', async () => {
    const other = await context.newPage()
    await other.goto('/user/home')
    const there = new App(other, words)
    await there.expectBalance('100.00')
    await expect.poll(() => pictures().length).toBeGreaterThan(2)

    await other.goto('/user/profile')
    await there.button('On').click()
    await other.goto('/user/home?open=game&game=PG')
    await expect(new App(other.getByRole('dialog'), words).button('Show picture')).toBeVisible()
  })
})
