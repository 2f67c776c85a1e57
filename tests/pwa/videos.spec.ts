import type { Page } from 'playwright/test'
import { App } from '../support/app.ts'
import { collectPageErrors, expect, test, workerReady } from '../support/fixtures.ts'
import { languages } from '../support/words.ts'

test.use({ serviceWorkers: 'allow' })

const player = (page: Page) => page.locator('video')
const seconds = (page: Page) => player(page).evaluate((video: HTMLVideoElement) => video.currentTime)
const ready = (page: Page) =>
  expect
    .poll(() => player(page).evaluate((video: HTMLVideoElement) => video.readyState))
    .toBeGreaterThanOrEqual(2)

/** Seeks to a time in seconds, and waits until that frame is there. */
const seek = (page: Page, to: number) =>
  player(page).evaluate(
    (video: HTMLVideoElement, time) =>
      new Promise<void>((resolve, reject) => {
        video.pause()
        video.addEventListener('seeked', () => resolve(), { once: true })
        video.addEventListener('error', () => reject(new Error(video.error?.message)), { once: true })
        video.currentTime = time
      }),
    to,
  )

test('a video played once plays offline, and can be sought', async ({ page, app, goOffline }) => {
  await page.goto('/howto')
  await workerReady(page)
  await app.button('Pay money in').click()
  await ready(page)
  await expect
    .poll(() => page.evaluate(async () => (await (await caches.open('champa-films')).keys()).length))
    .toBe(1)
  await app.button('Close').click()
  await expect(player(page)).toHaveCount(0)
  await goOffline()

  await page.reload()
  await app.button('Pay money in').click()
  await ready(page)
  const length = await player(page).evaluate((video: HTMLVideoElement) => video.duration)
  expect(length).toBeGreaterThan(5)
  expect(length).toBeLessThan(30)
  for (const share of [0.9, 0.2, 0.6]) {
    await seek(page, length * share)
    expect(await seconds(page)).toBeCloseTo(length * share, 0)
  }
  await app.button('Close').click()
  await app.button('Play a game').click()
  const advice = 'Once seen, it plays without a connection too. Please check the connection and try again.'
  await expect(app.text(advice)).toBeVisible()
})

test('the worker answers range requests from the whole video, also at the first play, and replaces an outdated one', async ({
  page,
}) => {
  await page.goto('/howto')
  await workerReady(page)
  const address = '/videos/wallet.mp4'
  const fetchRange = (range: string) =>
    page.evaluate(
      async ({ address, range }) => {
        const answer = await fetch(address, { headers: { Range: range } })
        const { size } = await answer.blob()
        return [answer.status, answer.headers.get('Content-Range'), size]
      },
      { address, range },
    )
  /** The size in bytes and the version of the cached video. */
  const cached = () =>
    page.evaluate(async (key) => {
      const film = await (await caches.open('champa-films')).match(key)
      return film && { size: (await film.blob()).size, version: film.headers.get('ETag') }
    }, address)

  const size = (await (await page.request.get(address)).body()).length
  expect(await cached()).toBeUndefined()
  expect(await fetchRange('bytes=100-199')).toEqual([206, `bytes 100-199/${size}`, 100])
  await expect.poll(cached).toMatchObject({ size })
  expect(await fetchRange('bytes=200-')).toEqual([206, `bytes 200-${size - 1}/${size}`, size - 200])
  expect(await fetchRange('bytes=-50')).toEqual([206, `bytes ${size - 50}-${size - 1}/${size}`, 50])

  await page.evaluate(async (key) => {
    const former = new Response('former', { headers: { 'Content-Type': 'video/mp4', ETag: '"former"' } })
    await (await caches.open('champa-films')).put(key, former)
  }, address)
  expect(await fetchRange('bytes=0-1')).toEqual([206, 'bytes 0-1/6', 2])
  await expect.poll(cached).toBeUndefined()
  expect(await fetchRange('bytes=0-1')).toEqual([206, `bytes 0-1/${size}`, 2])
})

for (const language of languages) {
  test.describe(language, () => {
    test.use({ language, serviceWorkers: 'block' })

    test(`a video has captions in the app’s language (${language})`, async ({ page, context, words }) => {
      const pageErrors = collectPageErrors(context)
      await page.goto('/howto')
      const app = new App(page, words)
      // By keyboard: the poster opens the video, and closing it returns the focus.
      const poster = app.button('Cancel a bonus')
      await poster.focus()
      await page.keyboard.press('Enter')
      await ready(page)
      const shown = () =>
        player(page).evaluate((video: HTMLVideoElement) =>
          [...video.textTracks]
            .filter(({ mode }) => mode === 'showing')
            .map(({ language: of, cues }) => [of, (cues?.[0] as VTTCue | undefined)?.text]),
        )
      const first = {
        th: 'โบนัสที่ใช้อยู่แสดงไว้ด้านบนของหน้าโบนัส',
        la: 'ໂບນັດທີ່ໃຊ້ຢູ່ສະແດງໄວ້ດ້ານເທິງຂອງໜ້າໂບນັດ',
        en: 'The bonus in use is shown at the top of the bonus page.',
      }[language]
      await expect.poll(shown).toEqual([[language === 'la' ? 'lo' : language, first]])
      await page.keyboard.press('Escape')
      await expect(player(page)).toHaveCount(0)
      await expect(poster).toBeFocused()
      expect(pageErrors).toEqual([])
    })
  })
}

test('the server answers range requests for videos, with the right types and sizes', async ({ request }) => {
  const piece = await request.get('/videos/wallet.mp4', { headers: { Range: 'bytes=100-199' } })
  expect([piece.status(), piece.headers()['content-type']]).toEqual([206, 'video/mp4'])
  expect(piece.headers()['content-range']).toMatch(/^bytes 100-199\/\d+$/u)
  expect((await piece.body()).length).toBe(100)
  const beyond = await request.get('/videos/wallet.mp4', { headers: { Range: 'bytes=9999999-' } })
  expect(beyond.status()).toBe(416)
  const captions = await request.get('/videos/wallet.la.vtt')
  expect(captions.headers()['content-type']).toContain('text/vtt')
  for (const name of ['wallet', 'play', 'balance', 'bonus', 'bonus-cancel']) {
    const whole = await request.get(`/videos/${name}.mp4`)
    expect((await whole.body()).length).toBeLessThanOrEqual(500 * 1024)
  }
})
