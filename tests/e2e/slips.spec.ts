import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import type { App } from '../support/app.ts'
import { collectPageErrors, expect, signInAs, test } from '../support/fixtures.ts'
import { decompressionBomb, heavyPhoto, truncatedJpeg } from '../support/pictures.ts'
import { memberWithSlip, openSlipUpload, SlipUpload } from '../support/slip-upload.ts'

const MB = 1e6

/** Opens the slip upload from the accounts of the deposit sheet. */
async function openFromDeposit(page: Page, app: App) {
  const deposit = await app.choose('Deposit')
  await deposit.surface.getByRole('tab', { name: app.words.say('Account'), exact: true }).click()
  await deposit.button('Upload slip').click()
  return new SlipUpload(page, app)
}

test('a slip is uploaded, read and credited once', async ({
  page,
  context,
  app,
  words,
  server,
  newMember,
}) => {
  const { say } = words
  const { member, slip } = await memberWithSlip({ server, newMember }, 100, { baht: 250.5 })
  await signInAs(page, member)
  const pageErrors = collectPageErrors(context)
  await app.expectBalance('100.00')
  const upload = await openFromDeposit(page, app)
  const { sheet } = upload
  await expect(sheet.text('Upload the slip within 1 hour of the transfer')).toBeVisible()
  await upload.choose(slip)
  await expect(upload.picture).toBeVisible()
  await sheet.button('Send slip').click()
  await expect(sheet.text('Credited')).toBeVisible()
  await expect(sheet.surface.getByText('+250.50')).toBeVisible()
  await sheet.button('Done').click()
  await app.expectBalance('350.50')

  await test.step('the same slip again is recognised as the same deposit', async () => {
    await (await openFromDeposit(page, app)).send(slip)
    await expect(sheet.text('Already in your wallet')).toBeVisible()
    await expect(sheet.surface.getByText('+250.50')).toHaveCount(0)
    await sheet.button('Uploaded slips').click()
  })

  await test.step('both uploads are listed, and the picture opens', async () => {
    expect(pageErrors).toEqual([])
    const rows = app.sheet('Uploaded slips').surface.getByRole('listitem')
    await expect(rows).toHaveCount(2)
    await expect(rows.nth(0)).toContainText(say('Success'))
    await expect(rows.nth(0)).toContainText('250.50')
    await expect(rows.nth(1)).toContainText(say('Success'))
    await expect(rows.nth(1)).toContainText('250.50')
    const opened = context.waitForEvent('page')
    await rows.nth(1).getByRole('button').click()
    const tab = await opened
    await tab.waitForURL(/\/api\/files\/[0-9a-f]{48}\.png$/u)
    expect(await tab.evaluate(() => globalThis.opener)).toBeNull()
    await tab.close()
  })

  await page.goto('/user/home')
  await app.expectBalance('350.50')

  await test.step('uploaded by another member, it is a duplicate', async () => {
    const other = await newMember(100)
    await signInAs(page, other)
    await (await openFromDeposit(page, app)).send(slip)
    await expect(sheet.text('This slip was uploaded before.')).toBeVisible()
  })
})

test('each invalid file is refused with its own reason', async ({ page, app, words, newMember }) => {
  const upload = await openSlipUpload(page, app, await newMember())
  const wrong: [name: string, Buffer, words: string][] = [
    ['slip.png', Buffer.from('a slip, I promise'), 'This file is not a picture'],
    ['slip.jpg', truncatedJpeg(), 'This picture is not complete'],
    ['slip.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'A drawing (SVG) is not a slip'],
    ['slip.png', decompressionBomb(), 'This picture is too large to be opened'],
  ]
  for (const [name, bytes, said] of wrong) {
    await upload.choose(bytes, name)
    await expect(upload.sheet.surface.getByRole('alert')).toContainText(words.say(said))
  }
})

test('uploading 12 MB over a slow connection shows progress and can be cancelled', async ({
  page,
  context,
  app,
  newMember,
}) => {
  test.slow()
  const upload = await openSlipUpload(page, app, await newMember())
  const { sheet } = upload
  const photo = heavyPhoto(2000, 2000)
  expect(photo.length).toBeGreaterThanOrEqual(12 * MB)
  await upload.choose(photo)
  await expect(sheet.text('No slip QR was found on this picture')).toBeVisible()

  const devtools = await context.newCDPSession(page)
  const speed = (uploadThroughput: number) =>
    devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 50,
      downloadThroughput: -1,
      uploadThroughput,
    })
  await speed(250 * 1024)
  await sheet.button('Send it anyway').click()
  const bar = sheet.surface.getByRole('progressbar')
  const progress = async () => Number(await bar.getAttribute('value'))
  await expect.poll(progress).toBeGreaterThan(0.02)
  const before = await progress()
  await expect.poll(progress).toBeGreaterThan(before)
  expect(await progress()).toBeLessThan(0.9)
  await sheet.button('Cancel sending').click()
  await expect(bar).toBeHidden()

  await speed(-1)
  await sheet.button('Send it anyway').click()
  // The server searches four million noisy pixels for a QR before it decides.
  await expect(sheet.text('The slip was not accepted')).toBeVisible({ timeout: 60_000 })
  await sheet.button('Uploaded slips').click()
  await expect(app.sheet('Uploaded slips').surface.getByRole('listitem')).toHaveCount(1)
})

test('staff decide a slip whose transfer the bank does not know', async ({
  page,
  context,
  app,
  server,
  newMember,
}) => {
  const { member, slip } = await memberWithSlip({ server, newMember }, 0, { baht: 10, bank: 'unknown' })
  const upload = await openSlipUpload(page, app, member, '/user/statement?open=slip')
  await upload.send(slip)
  await expect(upload.sheet.text('The slip has arrived')).toBeVisible()

  const outside = await context.newPage()
  const waiting = outside.getByRole('row').filter({ hasText: member.phone }).filter({ hasText: /014:/u })
  await expect(async () => {
    await outside.goto('/sandbox/slips')
    await expect(waiting).toBeVisible({ timeout: 1000 })
  }).toPass()
  await waiting.getByLabel('Reason').selectOption('NOT_MATCH')
  await waiting.getByRole('button', { name: 'Refuse' }).click()
  await expect(outside.getByRole('status')).toHaveText('Rejected.')
  const reason = 'The money came from another account than your registered one. Please contact us.'
  await expect(upload.sheet.text(reason)).toBeVisible()
})

test('the statement is filtered, paged and saved whole as CSV', async ({
  page,
  app,
  words,
  sandbox,
  newMember,
}) => {
  const member = await newMember()
  for (let turn = 1; turn <= 11; turn += 1) await sandbox.deposit(member.phone, turn)
  await signInAs(page, member, '/user/statement')
  const rows = page.getByRole('main').getByRole('listitem')
  await expect(rows).toHaveCount(10)
  await app.button('Next page').click()
  await expect(rows).toHaveCount(1)
  await expect(page).toHaveURL(/page=2/u)
  await page.reload()
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('+1.00')

  await app.button('Withdrawals').click()
  await expect(app.text('Nothing found')).toBeVisible()
  await expect(page).toHaveURL(/kind=withdraw/u)
  expect(page.url()).not.toContain('page=')
  await app.button('Deposits').click()
  await expect(rows).toHaveCount(10)
  await expect(page).toHaveURL(/kind=deposit%2Cwithdraw/u)

  await app.button('Save or print').click()
  const saving = page.waitForEvent('download')
  await app.button('Save as a CSV file').click()
  const file = await saving
  expect(file.suggestedFilename()).toMatch(/^statement-\d{4}-\d\d-\d\d\.csv$/u)
  const csv = await readFile(await file.path(), 'utf8')
  expect(csv.startsWith('\uFEFF')).toBe(true)
  const lines = csv.slice(1).trim().split('\r\n')
  expect(lines).toHaveLength(12)
  expect(lines[0]).toContain(words.say('Activity'))
  expect(lines.at(-1)).toContain(`${words.say('Deposit')},${words.say('Success')},11.00`)
})
