import type { Page } from 'playwright/test'
import { parse } from 'promptparse'
import { billPayment } from 'promptparse/validate'
import { exportWords } from '../../server/modules/statement/export-texts.ts'
import { type QrChannel, qrChannels, qrChannelTable } from '../../src/api/contract/qr-channels.ts'
import type { App } from '../support/app.ts'
import { advanceUntil, expect, signInAs, test } from '../support/fixtures.ts'
import { readQr } from '../support/read-qr.ts'
import { ConsoleTab } from '../support/sandbox.ts'

const sheet = '/user/home?open=deposit'
const gsb = 'ธนาคารออมสิน'
const giftLink = 'https://gift.truemoney.com/campaign/?v=01900000000070008000000000000000'

/** An amount in satang as it is shown in baht. */
const inBaht = (satang: number, digits: number) =>
  (satang / 100).toLocaleString('en', { minimumFractionDigits: digits })

const labels: Record<QrChannel, string> = { KBANK: 'Kasikornbank', ...exportWords.en.channels }

/** Label, quick amounts, an amount too small and the minimum of each channel, as a member sees them. */
const channels = qrChannels.map((code) => {
  const { minimum, quickAmounts } = qrChannelTable[code]
  const quick = quickAmounts.map((amount) => inBaht(amount, 0))
  return [code, labels[code], quick, inBaht(minimum - 1, 2), inBaht(minimum, 2)] as const
})

const tab = (app: App, english: string) =>
  app.surface.getByRole('tab', { name: app.words.say(english), exact: true })

const image = (app: App) => app.surface.getByRole('img', { name: app.words.like('QR code to pay {amount}') })

async function cancel(app: App, page: Page): Promise<void> {
  await app.button('Cancel QR').click()
  const name = app.words.say('Cancel QR')
  await page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click()
  await expect(image(app)).toHaveCount(0)
}

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

test('the bank accounts to transfer to are listed, and the balance rises as soon as the money arrives', async ({
  page,
  app,
  words,
  sandbox,
  newMember,
}) => {
  const member = await newMember()
  await signInAs(page, member, sheet)
  const deposit = app.sheet('Deposit')
  await tab(deposit, 'Account').click()
  const cards = deposit.surface.getByRole('article')
  await expect(cards).toHaveCount(3)
  await expect(cards.nth(0)).toContainText('Siam Commercial Bank')
  await expect(cards.nth(0)).toContainText('111-2-22333-4')
  await expect(cards.nth(2)).toContainText('001-2-34567-8')
  const card = deposit.surface.getByRole('article', { name: gsb })
  await expect(card).toContainText('Government Savings Bank')
  await expect(card).toContainText('CHAMPA SANDBOX CO LTD')
  await expect(card).toContainText('020-1-23456-789')
  await card.getByRole('button', { name: words.say('Copy account number') }).click()
  await expect(page.getByText(words.say('Copied: {shown}').replace('{shown}', '020123456789'))).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('020123456789')
  await expect(deposit.text('Credited within about 1 minute')).toBeVisible()

  // The deposit sheet is closed: without the event the page would refresh the wallet only after a minute.
  const events = page.waitForResponse('**/api/events')
  await page.goto('/user/home')
  await app.expectBalance('0.00')
  expect((await events).ok()).toBe(true)
  await sandbox.deposit(member.phone, 70)
  await app.expectBalance('70.00')
})

test('every QR channel has its limits and quick amounts, and creates a QR', async ({
  page,
  context,
  app,
  words,
  newMember,
}) => {
  await signInAs(page, await newMember(), sheet)
  const helper = await context.newPage()
  const deposit = app.sheet('Deposit')
  const { surface } = deposit
  for (const [code, label, quick, tooLittle, minimum] of channels) {
    await test.step(code, async () => {
      await deposit.button(label).click()
      const quickAmounts = surface.getByRole('group', { name: words.say('Quick amounts') })
      await expect(quickAmounts.getByRole('button')).toHaveText(quick)
      const create = deposit.button('Create QR')
      // The amount typed at the previous channel is still in the field, and the wallet afterwards in the place of the limits.
      const amount = deposit.field('Amount to deposit')
      await amount.fill('')
      await expect(deposit.text('From {minimum} to {maximum} at a time')).toContainText(`${minimum} ฿`)
      await expect(create).toBeDisabled()
      await amount.fill(tooLittle)
      await expect(create).toBeDisabled()

      await quickAmounts.getByRole('button').first().click()
      await create.click()
      await expect(image(deposit)).toBeVisible()
      await expect(deposit.text('This QR can be paid once only, within the time.')).toBeVisible()
      const payload = await readQr(image(deposit), helper)
      expect(parse(payload, true), 'the checksum holds').not.toBeNull()
      const paid = billPayment(payload)
      expect(paid).toMatchObject({ amount: Number(quick[0]), ref2: code })
      expect(paid?.ref1).toMatch(/^[0-9A-Z]{16}$/u)
      await cancel(deposit, page)
    })
  }
})

test('a QR that is paid while its member is at home says so in its place, and leads to the statement', async ({
  page,
  app,
  sandbox,
  newMember,
}) => {
  const member = await newMember()
  await signInAs(page, member, sheet)
  const deposit = app.sheet('Deposit')
  await deposit.surface.getByRole('button', { name: '100', exact: true }).click()
  await deposit.button('Create QR').click()
  await expect(image(deposit)).toBeVisible()
  const events = page.waitForResponse('**/api/events')
  await page.goto('/user/home')
  await expect(app.button('QR waiting to be paid')).toBeVisible()
  expect((await events).ok()).toBe(true)
  await sandbox.payQr(member.phone)
  await app.expectBalance('100.00')
  await app.button('Credited').click()
  await expect(page).toHaveURL(/\/user\/statement/u)
})

test('a payment to an expired QR is shown and can be credited', async ({ page, context, app, newMember }) => {
  const member = await newMember()
  const { phone } = member
  await page.clock.install()
  await signInAs(page, member, sheet)
  const outside = new ConsoleTab(await context.newPage())
  const deposit = app.sheet('Deposit')
  await deposit.button('PromptPay 4').click()
  await deposit.surface.getByRole('button', { name: '50', exact: true }).click()
  await deposit.button('Create QR').click()
  await expect(image(deposit)).toBeVisible()
  await outside.expire(phone)
  await advanceUntil(page, (soon) => soon(deposit.text('The QR is no longer open')).toBeVisible())
  await outside.payLate(phone)
  const arrived = deposit.text('Your payment of {amount} has arrived')
  await advanceUntil(page, (soon) => soon(arrived).toContainText('50.00 ฿'))
  await outside.creditLate(phone)
  await advanceUntil(page, (soon) => soon(deposit.text('Credited')).toBeVisible())
  await expect(deposit.surface.getByRole('button'), 'nothing competes with it').toHaveCount(2)
  await deposit.button('Done').click()
  await app.expectBalance('50.00')
})

test('a TrueMoney gift link is checked, credited once and can be followed by another', async ({
  page,
  context,
  app,
  words,
  newMember,
}) => {
  const member = await newMember()
  const { phone } = member
  await signInAs(page, member, sheet)
  const link = `${giftLink}${phone}`
  const bodies: string[] = []
  page.on('request', (request) => bodies.push(`${request.url()} ${request.postData() ?? ''}`))
  const deposit = app.sheet('Deposit')
  await tab(deposit, 'Wallet app').click()
  await expect(
    deposit.text('At least {minimum}. Credited within about 1 minute of the transfer.'),
  ).toContainText('2.00 ฿')
  await expect(deposit.surface.getByText(phone.replace(/(\d{3})(\d{3})(\d{4})/u, '$1-$2-$3'))).toBeVisible()

  const send = deposit.button('Send gift link')
  await expect(send).toBeDisabled()
  await deposit.field('Gift link').fill('https://example.com/campaign/?v=01900000000070008000')
  await send.click()
  await expect(deposit.text('This is not a TrueMoney gift link. Please copy it again.')).toBeVisible()
  await deposit.field('Gift link').fill(link)
  await send.click()
  await expect(deposit.text('Gift link received')).toBeVisible()
  expect(bodies.join()).not.toContain(phone)

  await deposit.button('Send another link').click()
  await deposit.field('Gift link').fill(link)
  await send.click()
  await expect(deposit.surface.getByRole('alert')).toHaveText(
    words.say('This gift link has already been used. Please send a new one.'),
  )

  const outside = new ConsoleTab(await context.newPage())
  await outside.openGift(phone, 20)
  await deposit.button('Close').click()
  await app.expectBalance('20.00')
  const credited = Date.now()

  await test.step('an empty gift is reported here and in the statement', async () => {
    const again = await app.choose('Deposit')
    await tab(again, 'Wallet app').click()
    await again.field('Gift link').fill(`${link}0`)
    // Two gifts are distinguished by their time alone, and clocks may differ by up to a second and a half.
    await expect.poll(() => Date.now() - credited).toBeGreaterThan(1500)
    await again.button('Send gift link').click()
    await expect(again.text('Gift link received')).toBeVisible()
    await outside.openEmptyGift(phone)
    await expect(again.text('There was nothing in the gift')).toBeVisible()
    await again.button('Done').click()
    await app.link('History').click()
    await expect(page.getByRole('main').getByRole('listitem').first()).toContainText(
      words.say('There was nothing in the gift link. Please create a new gift and send its link.'),
    )
  })
})
