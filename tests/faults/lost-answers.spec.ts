import type { Locator, Page } from 'playwright/test'
import { App } from '../support/app.ts'
import { booksOf, callApi } from '../support/members.ts'
import { makeSlip } from '../support/pictures.ts'
import { loseInGame } from '../support/sandbox.ts'
import { landOn, Wheel } from '../support/wheel.ts'
import { enter, expect, soon, test } from '../support/fault-proxy-test.ts'
import { cutAfter, cutBefore, type FaultProxy } from '../support/fault-proxy.ts'

const notKnown = 'We do not know yet whether it went through'

interface Losing {
  page: Page
  line: FaultProxy
  app: App
}

/**
 * The server does the operation and its answer is cut off, and so is whatever follows: that is said. Once the line is
 * back the app asks by itself.
 */
async function loseAnswer(
  { page, line, app }: Losing,
  [method, path]: [method: string, path: RegExp],
  confirm: Locator,
  { said = notKnown, mend = () => line.mend() }: { said?: string; mend?: () => void } = {},
): Promise<void> {
  const lost = line.meet(method, path, cutAfter).next()
  await confirm.click()
  // Some wait a moment before they send.
  await page.clock.fastForward(200)
  await lost
  // Not before: whatever the page asks meanwhile would tell it that it is offline.
  line.meet('GET', /^\/api\//u, cutBefore)
  line.meet('POST', /^\/api\//u, cutBefore)
  await soon(page, () => expect(app.text(said).first()).toBeVisible({ timeout: 700 }))
  mend()
}

/** What was done may show before the operation has heard of its own end. */
const settled = (page: Page) =>
  soon(page, async () =>
    expect(await page.evaluate(() => localStorage.getItem('champa.money-acts'))).toBeNull(),
  )

/** In steps that are short beside the four seconds that a message stays. */
const seenSoon = (page: Page, shown: Locator) =>
  soon(page, () => expect(shown).toBeVisible({ timeout: 700 }), 1000)

test.beforeEach(({ page }) => page.clock.install())

test('operations of money whose answers are lost are done once, and come to light by themselves', async ({
  page,
  line,
  app,
  words,
  server,
  newMember,
}) => {
  const member = await newMember(1000)
  const api = (method: string, path: string, body?: object) =>
    callApi(server.origin, method, path, body, member.token)
  const losing = { page, line, app }
  await api('GET', '/api/wallet/activate/PG')
  await enter(page, member)
  const seen = async (shown: Locator) => {
    await seenSoon(page, shown)
    await settled(page)
  }
  const choose = async (sheet: App, list: string, option: string) => {
    await sheet.surface.getByRole('combobox', { name: words.say(list) }).click()
    await page.getByRole('option', { name: option }).click()
    await expect(page.getByRole('listbox')).toHaveCount(0)
  }

  await test.step('a QR', async () => {
    await page.goto('/user/home?open=deposit')
    const sheet = app.sheet('Deposit')
    await sheet.field('Amount to deposit').fill('20')
    await loseAnswer(losing, ['POST', /^\/api\/qrcode\/KBANK$/u], sheet.button('Create QR'))
    await seen(sheet.surface.getByRole('timer'))
  })

  await test.step('a transfer', async () => {
    await page.goto('/user/home?open=transfer')
    const sheet = app.sheet('Transfer')
    await choose(sheet, 'To', 'นาคาคู่')
    await sheet.field('Amount to transfer').fill('100')
    await loseAnswer(losing, ['POST', /^\/api\/wallet\/transfer$/u], sheet.button('Transfer'))
    await seen(sheet.text('Transferred'))
  })

  await test.step('everything back', async () => {
    await page.goto('/user/home?open=transfer')
    const sheet = app.sheet('Transfer')
    await sheet.surface.getByRole('tab', { name: words.say('Everything'), exact: true }).click()
    await choose(sheet, 'Move everything to', words.say('Wallet'))
    await loseAnswer(losing, ['POST', /^\/api\/wallet\/transferAll$/u], sheet.button('Transfer all'))
    await seen(sheet.text('Transferred'))
  })

  await test.step('a withdrawal, asked after by a tap', async () => {
    await page.goto('/user/home?open=withdraw')
    const sheet = app.sheet('Withdraw')
    await sheet.field('Amount to withdraw').fill('300')
    await sheet.button('Continue').click()
    // What else is answered would have the app ask by itself.
    const mend = () => {
      line.mend()
      line.meet('GET', /^\/api\/(?!acts\/)/u, cutBefore)
      line.meet('POST', /^\/api\//u, cutBefore)
    }
    const withdrawing = ['POST', /^\/api\/wallet\/withdraw$/u] as const
    await loseAnswer(losing, [...withdrawing], sheet.button('Confirm withdrawal'), { mend })
    await expect(sheet.button('Confirm withdrawal')).toBeHidden()
    await sheet.button('Check again').click()
    await seen(sheet.text('Your money is on its way'))
    line.mend()
  })

  await test.step('a withdrawal of what is in the games too', async () => {
    await api('POST', '/api/wallet/transfer', { from: 'WALLET', to: 'PG', amount: 600 })
    await page.goto('/user/home?open=withdraw')
    const sheet = app.sheet('Withdraw')
    await sheet.field('Amount to withdraw').fill('650')
    await sheet.surface.getByRole('switch', { name: words.say('Take out what is in games too') }).click()
    await sheet.button('Continue').click()
    await loseAnswer(losing, ['POST', /^\/api\/wallet\/withdrawAll$/u], sheet.button('Confirm withdrawal'))
    await seen(sheet.text('Your money is on its way'))
    await sheet.button('Done').click()
  })

  await app.expectBalance('50.00')
  expect(await booksOf(server.origin, member, 'withdraw')).toEqual({ amount: 50, rows: 2 })
})

test('prizes, bonuses and slips whose answers are lost are had once', async ({
  page,
  line,
  app,
  words,
  server,
  sandbox,
  newMember,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const member = await newMember(1000)
  const { wallet, profile } = await callApi(server.origin, 'GET', '/api/wallet', undefined, member.token)
  expect(wallet).toEqual({ amount: 1000 })
  await newMember(100, { inviteCode: `PR${(profile as { _id: string })._id}` })
  await loseInGame(sandbox, member.token, 400)
  const losing = { page, line, app }
  await enter(page, member)
  const seen = async (shown: Locator) => {
    await seenSoon(page, shown)
    await settled(page)
  }
  const amount = async () => (await booksOf(server.origin, member, 'bonus')).amount

  await test.step('the invite bonus', async () => {
    await page.goto('/user/home?open=invite')
    const sheet = app.sheet('Invite friends')
    await sheet.button('Continue').click()
    await loseAnswer(losing, ['GET', /^\/api\/invite\/bonus$/u], sheet.button('Receive bonus'), {
      said: 'We do not know yet whether the bonus arrived.',
    })
    await seen(app.text('Your invite bonus is in your wallet.'))
    expect(await amount()).toBe(650)
  })

  await test.step('a spin', async () => {
    await landOn(sandbox, member, 'B20')
    await page.goto('/user/spin')
    const wheel = new Wheel(page, app)
    await loseAnswer(losing, ['POST', /^\/api\/spinwheel\/spin$/u], app.button('Spin for 1 coin'), {
      said: 'We do not know yet what you won',
    })
    await soon(page, () => expect(wheel.prize()).toContainText('20', { timeout: 700 }))
    await settled(page)
    await wheel.readPrize()
    await expect(wheel.coupons()).toHaveCount(1)
  })

  await test.step('a coupon', async () => {
    const wheel = new Wheel(page, app)
    await wheel.coupons().getByRole('button').click()
    const dialog = new App(page.getByRole('alertdialog'), words)
    await loseAnswer(losing, ['POST', /^\/api\/spinwheel\/(?!spin$)/u], dialog.button('Claim'))
    await seen(app.text('The prize is in your wallet'))
    expect(await amount()).toBe(670)
  })

  await test.step('cashback, lost in the first of its two steps', async () => {
    await page.goto('/user/home?open=refund')
    const sheet = app.sheet('Cashback')
    await sheet.button('Continue').click()
    await loseAnswer(losing, ['GET', /^\/api\/refund\/receive$/u], sheet.button('Receive cashback'))
    await seen(sheet.text('Your cashback is in your wallet.'))
    expect(await amount()).toBe(690)
  })

  await test.step('a bonus', async () => {
    await page.goto('/user/bonus')
    await page
      .getByRole('list', { name: words.say('Bonuses') })
      .getByRole('button', { name: 'โบนัสโชคเล็ก ๆ' })
      .click()
    const offer = new App(page.getByRole('dialog'), words)
    await loseAnswer(
      { ...losing, app: offer },
      ['GET', /^\/api\/bonus\/activate\//u],
      offer.button('Receive bonus'),
    )
    await seen(page.getByRole('region', { name: words.say('Bonus in use') }))
  })

  await test.step('a slip, sent again by itself', async () => {
    const before = await amount()
    const slip = await makeSlip(server.origin, member.phone, { baht: 250.5 })
    await page.goto('/user/home?open=slip')
    const sheet = app.sheet('Upload slip')
    await expect(sheet.button('Choose the slip')).toBeVisible()
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: slip })
    const lost = line.meet('POST', /^\/api\/.*slip/iu, cutAfter).next()
    await sheet.button('Send slip').click()
    await lost
    await expect(sheet.text('The slip waits for the connection')).toBeVisible()
    line.mend()
    await soon(page, () => expect(sheet.text('Credited')).toBeVisible({ timeout: 700 }))
    expect(await amount()).toBe(before + 250.5)
  })
})
