import { expect, navigateInApp, signInAs, test } from '../support/fixtures.ts'
import { memberWithSlip } from '../support/slip-upload.ts'

/** An iPhone 14. Chromium stands in for its Safari: what is tried here is what the app does there, not what Safari makes of it. */
test.use({
  userAgent:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
  viewport: { width: 390, height: 844 },
  screen: { width: 390, height: 844 },
  deviceScaleFactor: 3,
  isMobile: true,
})

test('an iPhone finds the pictures that it starts the installed app with, of its own size and in the chosen theme', async ({
  page,
  request,
  newMember,
}) => {
  await signInAs(page, await newMember(), '/user/profile')
  const links = page.locator('link[rel=apple-touch-startup-image]')
  const found = () =>
    links.evaluateAll((all) => all.map((link) => [link.getAttribute('href'), link.getAttribute('media')]))
  const [day, night] = ['day', 'night'].map((theme) => `/icons/start/1170x2532-${theme}.png`)
  await expect.poll(found).toEqual([
    [day, '(prefers-color-scheme: light)'],
    [night, '(prefers-color-scheme: dark)'],
  ])
  await page.evaluate(() => (document.documentElement.dataset['theme'] = 'night'))
  await expect.poll(found).toEqual([
    [day, 'not all'],
    [night, 'all'],
  ])
  const picture = await request.get(night ?? '')
  expect(picture.headers()['content-type']).toBe('image/png')
  const bytes = await picture.body()
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1170, 2532])
})

test('in the installed app the statement is handed to the share sheet, and a slip’s picture opens over the app', async ({
  page,
  context,
  app,
  server,
  sandbox,
  newMember,
}) => {
  const { member, slip } = await memberWithSlip({ server, newMember }, 100, { baht: 20 })
  await sandbox.deposit(member.phone, 50)
  await page.addInitScript(() => {
    const shared: string[] = []
    const stubs = {
      standalone: true,
      canShare: ({ files }: ShareData) => files?.length === 1,
      share: ({ files: [file] = [] }: ShareData) => {
        shared.push(`${file?.name} ${file?.type}`)
        return Promise.resolve()
      },
    }
    for (const [name, value] of Object.entries(stubs)) Object.defineProperty(navigator, name, { value })
    Object.assign(globalThis, { shared })
  })
  await signInAs(page, member, '/user/statement?open=slip')
  const upload = app.sheet('Upload slip')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'slip.png', mimeType: 'image/png', buffer: slip })
  await upload.button('Send slip').click()
  await expect(upload.text('Credited')).toBeVisible()
  await page.goto('/user/statement')
  await app.button('Save or print').first().click()
  await app.button('Save as a CSV file').click()
  const shared = () => page.evaluate(() => (globalThis as unknown as { shared: string[] }).shared)
  await expect.poll(shared).toEqual([expect.stringMatching(/^statement-\d{4}-\d\d-\d\d\.csv text\/csv/u)])

  await navigateInApp(page, '/user/statement?open=slips')
  const view = app.sheet('Uploaded slips').surface.getByRole('listitem').first().getByRole('button')
  await view.click()
  const picture = page.getByRole('dialog', { name: app.words.say('Picture of the slip'), exact: true })
  await expect
    .poll(() => picture.getByRole('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
  expect(context.pages()).toHaveLength(1)
  await page.keyboard.press('Escape')
  await expect(picture).toHaveCount(0)
  await expect(view).toBeFocused()
})
