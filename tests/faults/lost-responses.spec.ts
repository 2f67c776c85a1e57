import type { Locator, Page } from 'playwright/test'
import { activateBonus } from '../../src/api/contract/bonus.ts'
import { collect } from '../../src/api/contract/collect.ts'
import { claimInviteBonus } from '../../src/api/contract/invite.ts'
import { createQr } from '../../src/api/contract/qrcode.ts'
import { receiveRefund } from '../../src/api/contract/refund.ts'
import { uploadSlip } from '../../src/api/contract/slip.ts'
import { claimCoupon, spin } from '../../src/api/contract/spinwheel.ts'
import { transfer, withdraw, withdrawAll } from '../../src/api/contract/wallet.ts'
import { type RequestsOf } from '../support/addresses-of.ts'
import { App } from '../support/app.ts'
import { openWithBanners } from '../support/banners.ts'
import { balanceAndRows, callApi } from '../support/members.ts'
import { makeSlip } from '../support/pictures.ts'
import { SlipUpload } from '../support/slip-upload.ts'
import { loseInGame } from '../support/lose-in-game.ts'
import { readOperationLog } from '../support/operation-log.ts'
import { forceNextSpin, Wheel } from '../support/wheel.ts'
import { advanceUntil, expect, signInAs, test } from '../support/fault-proxy-test.ts'
import { type Fault, type FaultProxy, loseRequest, loseResponse } from '../support/fault-proxy.ts'

const notKnown = 'We do not know yet whether it went through'

interface Setup {
  page: Page
  faultProxy: FaultProxy
  app: App
}

/**
 * The server executes the operation, but its response and every later call are lost: the app says that the outcome is unknown.
 * Once the connection is back, the app asks for the outcome by itself.
 */
async function confirmAndLoseResponse(
  { page, faultProxy, app }: Setup,
  call: RequestsOf,
  confirm: Locator,
  { said = notKnown, restore = () => faultProxy.clear() }: { said?: string; restore?: () => void } = {},
): Promise<void> {
  const loseAll: Fault = async (response, pass) => {
    await pass()
    // Not earlier: a failed call would show the page that it is offline before the operation is sent. Not later: its first question
    // about the outcome may come half a second after the loss.
    faultProxy.inject(/^\/api\//u, loseRequest)
    response.destroy()
  }
  const lost = faultProxy.inject(call, loseAll).next()
  await confirm.click()
  // Some operations are sent with a short delay.
  await page.clock.fastForward(200)
  await lost
  await advanceUntil(page, (soon) => soon(app.text(said).first()).toBeVisible())
  restore()
}

/** Waits until the operation log is empty: the result may show before the operation knows its own outcome. */
const settled = (page: Page) =>
  advanceUntil(page, async () => expect(await readOperationLog(page)).toBeNull())

/** Polls in steps much shorter than the four seconds for which a toast stays. */
const expectSoon = (page: Page, shown: Locator) =>
  advanceUntil(page, (soon) => soon(shown).toBeVisible(), 1000)

test.beforeEach(({ page }) => page.clock.install())

test('money operations with a lost response are done once, and their outcome shows by itself', async ({
  page,
  faultProxy,
  app,
  words,
  server,
  newMember,
}) => {
  const member = await newMember(1000)
  const api = (method: string, path: string, body?: object) =>
    callApi(server.origin, method, path, body, member.token)
  const setup = { page, faultProxy, app }
  await api('GET', '/api/wallet/activate/PG')
  await signInAs(page, member)
  const seen = async (shown: Locator) => {
    await expectSoon(page, shown)
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
    await confirmAndLoseResponse(setup, createQr, sheet.button('Create QR'))
    await seen(sheet.surface.getByRole('timer'))
  })

  await test.step('a transfer', async () => {
    await page.goto('/user/home?open=transfer')
    const sheet = app.sheet('Transfer')
    await choose(sheet, 'To', 'นาคาคู่')
    await sheet.field('Amount to transfer').fill('100')
    await confirmAndLoseResponse(setup, transfer, sheet.button('Transfer'))
    await seen(sheet.text('Transferred'))
  })

  await test.step('a transfer of everything back to the wallet', async () => {
    await page.goto('/user/home?open=transfer')
    const sheet = app.sheet('Transfer')
    await sheet.surface.getByRole('tab', { name: words.say('Everything'), exact: true }).click()
    await choose(sheet, 'Move everything to', words.say('Wallet'))
    await confirmAndLoseResponse(setup, collect, sheet.button('Transfer all'))
    await seen(sheet.text('Transferred'))
  })

  await test.step('a withdrawal, checked by a tap', async () => {
    await page.goto('/user/home?open=withdraw')
    const sheet = app.sheet('Withdraw')
    await sheet.field('Amount to withdraw').fill('300')
    await sheet.button('Continue').click()
    // All other calls stay lost: an answered one would make the app ask by itself.
    const restore = () => {
      faultProxy.clear()
      faultProxy.inject(/^\/api\/(?!acts\/)/u, loseRequest)
    }
    await confirmAndLoseResponse(setup, withdraw, sheet.button('Confirm withdrawal'), { restore })
    await expect(sheet.button('Confirm withdrawal')).toBeHidden()
    await sheet.button('Check again').click()
    await seen(sheet.text('Your money is on its way'))
    faultProxy.clear()
  })

  await test.step('a withdrawal including the money in games', async () => {
    await api('POST', '/api/wallet/transfer', { from: 'WALLET', to: 'PG', amount: 600 })
    await page.goto('/user/home?open=withdraw')
    const sheet = app.sheet('Withdraw')
    await sheet.field('Amount to withdraw').fill('650')
    await sheet.surface.getByRole('switch', { name: words.say('Withdraw money in games too') }).click()
    await sheet.button('Continue').click()
    await confirmAndLoseResponse(setup, withdrawAll, sheet.button('Confirm withdrawal'))
    await seen(sheet.text('Your money is on its way'))
    await sheet.button('Done').click()
  })

  await app.expectBalance('50.00')
  expect(await balanceAndRows(server.origin, member, 'withdraw')).toEqual({ amount: 50, rows: 2 })
})

test('an operation whose sheet is closed before its outcome is known is asked about on the page', async ({
  page,
  faultProxy,
  app,
  words,
  server,
  newMember,
}) => {
  const member = await newMember(1000)
  await signInAs(page, member, '/user/home?open=withdraw')
  const sheet = app.sheet('Withdraw')
  await sheet.field('Amount to withdraw').fill('300')
  await sheet.button('Continue').click()
  // An open sheet hides it from screen readers.
  const news = page.getByRole('region', { name: words.say('Pending'), includeHidden: true })
  await confirmAndLoseResponse({ page, faultProxy, app }, withdraw, sheet.button('Confirm withdrawal'), {
    restore: () => undefined,
  })
  await expect(news).toHaveCount(0)
  await sheet.button('Close').click()
  await expect(news).toContainText(words.say('Checking the result. Nothing is sent twice.'))
  await expect(news).toContainText('300.00')
  faultProxy.clear()
  await advanceUntil(page, (soon) =>
    soon(news).toContainText(
      words.say(
        'Your withdrawal was noted. The statement shows its status. If the bank cannot take it, the money comes back to your wallet.',
      ),
    ),
  )
  await news.getByRole('button', { name: words.say('Close') }).click()
  await expect(news).toHaveCount(0)
  await settled(page)
  expect(await balanceAndRows(server.origin, member, 'withdraw')).toEqual({ amount: 700, rows: 1 })
})

test('prizes, bonuses and slips with a lost response are received once', async ({
  page,
  faultProxy,
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
  const setup = { page, faultProxy, app }
  await signInAs(page, member)
  const seen = async (shown: Locator) => {
    await expectSoon(page, shown)
    await settled(page)
  }
  const amount = async () => (await balanceAndRows(server.origin, member, 'bonus')).amount

  await test.step('the invite bonus', async () => {
    const sheet = app.sheet('Invite friends')
    const next = sheet.button('See my invite link')
    await openWithBanners(() => page.goto('/user/home?open=invite'), next)
    await next.click()
    await confirmAndLoseResponse(setup, claimInviteBonus, sheet.button('Claim bonus'), {
      said: 'We do not know yet whether the bonus arrived.',
    })
    await seen(app.text('Your invite bonus is in your wallet.'))
    expect(await amount()).toBe(650)
  })

  await test.step('a spin', async () => {
    await forceNextSpin(sandbox, member, 'B20')
    await page.goto('/user/spin')
    const wheel = new Wheel(page, app)
    await confirmAndLoseResponse(setup, spin, app.button('Spin for 1 coin'), {
      said: 'We do not know yet what you won',
    })
    await advanceUntil(page, (soon) => soon(wheel.prize()).toContainText('20'))
    await settled(page)
    await wheel.readPrize()
    await expect(wheel.coupons()).toHaveCount(1)
  })

  await test.step('a coupon', async () => {
    const wheel = new Wheel(page, app)
    await wheel.coupons().getByRole('button').click()
    const dialog = new App(page.getByRole('alertdialog'), words)
    await confirmAndLoseResponse(setup, claimCoupon, dialog.button('Claim'))
    await seen(app.text('The prize is in your wallet'))
    expect(await amount()).toBe(670)
  })

  await test.step('cashback, lost in the first of its two steps', async () => {
    const sheet = app.sheet('Cashback')
    const next = sheet.button('See my cashback')
    await openWithBanners(() => page.goto('/user/home?open=refund'), next)
    await next.click()
    await confirmAndLoseResponse(setup, receiveRefund, sheet.button('Claim cashback'))
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
    await confirmAndLoseResponse({ ...setup, app: offer }, activateBonus, offer.button('Claim bonus'))
    await seen(page.getByRole('region', { name: words.say('Bonus in use') }))
  })

  await test.step('a slip, resent by itself', async () => {
    const before = await amount()
    const slip = await makeSlip(server.origin, member.phone, { baht: 250.5 })
    await page.goto('/user/home?open=slip')
    const upload = new SlipUpload(page, app)
    const { sheet } = upload
    await upload.isReady()
    await upload.choose(slip)
    const lost = faultProxy.inject(uploadSlip, loseResponse).next()
    await sheet.button('Send slip').click()
    await lost
    await upload.expectWaiting()
    faultProxy.clear()
    await advanceUntil(page, (soon) => soon(sheet.text('Credited')).toBeVisible())
    expect(await amount()).toBe(before + 250.5)
  })
})
