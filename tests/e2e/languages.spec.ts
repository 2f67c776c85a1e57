import { expect, navigateInApp, signInAs, test, workerReady } from '../support/fixtures.ts'

test.use({ serviceWorkers: 'allow' })

const said = {
  th: 'ติดต่อเราทาง LINE ได้ตลอด 24 ชั่วโมง',
  la: 'ຕິດຕໍ່ພວກເຮົາທາງ LINE ໄດ້ຕະຫຼອດ 24 ຊົ່ວໂມງ',
  en: 'Contact us on LINE, 24 hours a day.',
}

test('what the site says changes with the language at once, and can be read without a connection', async ({
  page,
  goOffline,
}) => {
  await page.goto('/contact')
  await expect(page.getByText(said.th)).toBeVisible()
  await workerReady(page)
  // Asked for with the worker in place, so that it keeps the answer.
  await page.reload()
  await expect(page.getByText(said.th)).toBeVisible()
  await page.getByRole('button', { name: 'EN' }).click()
  await expect(page.getByText(said.en)).toBeVisible()
  await expect(page.getByText(said.th)).toHaveCount(0)
  await page.reload()
  await expect(page.getByText(said.en)).toBeVisible()

  await test.step('what was never asked for in Lao stays as it was, until the connection is back', async () => {
    await goOffline()
    await page.getByRole('button', { name: 'ລາວ' }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'lo')
    await expect(page.getByText(said.en)).toBeVisible()
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('lang', 'lo')
    await expect(page.getByText(said.en).or(page.getByText(said.th))).toBeVisible()
  })
})

test('so do the games of a member', async ({ page, newMember }) => {
  await signInAs(page, await newMember(100))
  await expect(page.getByRole('button', { name: 'นาคาคู่' }).first()).toBeVisible()
  for (const [button, lang, game] of [
    ['EN', 'en', 'Twin Nagas'],
    ['ລາວ', 'lo', 'ນາກຄູ່'],
  ] as const) {
    await navigateInApp(page, '/user/profile')
    await page.getByRole('button', { name: button }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', lang)
    await navigateInApp(page, '/user/home')
    await expect(page.getByRole('button', { name: game }).first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'นาคาคู่' })).toHaveCount(0)
  }
})

test.describe('in Lao', () => {
  test.use({ language: 'la', serviceWorkers: 'block' })
  test('no label of the tab bar touches the plus button at 320 px', async ({ page, app, newMember }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await signInAs(page, await newMember(100))
    const plus = await app.button('Deposit, withdraw and more').boundingBox()
    const labels = await page
      .getByRole('navigation', { name: app.words.say('Main menu') })
      .getByRole('link')
      .evaluateAll((links) =>
        links.map((link) => {
          const range = document.createRange()
          range.selectNodeContents(link.lastElementChild ?? link)
          const { left, right, bottom } = range.getBoundingClientRect()
          return { left, right, bottom, text: link.textContent }
        }),
      )
    expect(labels).toHaveLength(4)
    for (const { left, right, bottom, text } of labels) {
      const gap = left < 160 ? (plus?.x ?? 0) - right : left - (plus?.x ?? 0) - (plus?.width ?? 0)
      expect(gap, text ?? '').toBeGreaterThanOrEqual(4)
      expect(bottom).toBeLessThanOrEqual(640)
    }
  })
})
