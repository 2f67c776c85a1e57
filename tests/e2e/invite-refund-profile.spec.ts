import type { Page } from 'playwright/test'
import { updateBankAccountName } from '../../src/api/contract/bank-account.ts'
import { getProfile } from '../../src/api/contract/profile.ts'
import { addRefundToWallet } from '../../src/api/contract/refund.ts'
import { getWallet } from '../../src/api/contract/wallet.ts'
import { addressesOf, isRequestOf, type RequestsOf } from '../support/addresses-of.ts'
import { openWithBanners } from '../support/banners.ts'
import { advanceUntil, expect, signInAs, test } from '../support/fixtures.ts'
import { callApi } from '../support/members.ts'
import { readQr } from '../support/read-qr.ts'
import { loseInGame } from '../support/lose-in-game.ts'

const home = '/user/home'

/** Fails the page's requests of a call, as a lost connection would; the returned function restores them. */
async function failRequests(page: Page, call: RequestsOf): Promise<() => Promise<void>> {
  await page.route(addressesOf(call), (route) => route.abort('connectionfailed'))
  return () => page.unroute(addressesOf(call))
}

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

test('a member invites friends and receives the bonus', async ({
  page,
  context,
  app,
  words,
  sandbox,
  newMember,
}) => {
  const { say, like } = words
  const member = await newMember()
  const { profile } = await callApi(sandbox.origin, 'GET', '/api/wallet', undefined, member.token)
  const inviteCode = `PR${(profile as { _id: string })._id}`
  const link = `${sandbox.origin}/register?code=${inviteCode}`
  for (let n = 1; n <= 11; n += 1) await newMember(100, { inviteCode, name: `Friend ${n}` })

  await signInAs(page, member)
  const sheet = app.sheet('Invite friends')
  const openByMenu = async () => {
    await page.goto(home)
    await app.button('Deposit, withdraw and more').click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('Invite friends') })
      .click()
  }
  await openWithBanners(openByMenu, sheet.button('Close the banners'))

  await test.step('banners come first; closing them shows the sheet', async () => {
    await expect(sheet.surface.getByRole('img', { name: like('Banner {place} of {count}') })).toHaveCount(2)
    await sheet.button('Next banner').click()
    await expect(sheet.surface.getByText('2 / 2')).toBeVisible()
    await expect(
      sheet.text('You earn when a friend registers with your link and makes a first deposit.'),
    ).toBeVisible()
    await sheet.button('Close the banners').click()
    await expect(sheet.heading('Your invite link')).toBeVisible()
  })

  await test.step('how many joined and earned is shown', async () => {
    const progress = sheet.surface.getByRole('progressbar', { name: say('Friends who earned you a bonus') })
    await expect(progress).toHaveAttribute('value', '1')
    await expect(
      sheet.surface.getByText(
        say('Joined with your link: {joined} · Earned you a bonus: {earned}')
          .replace('{joined}', '11')
          .replace('{earned}', '11'),
      ),
    ).toBeVisible()
  })

  await test.step('ten friends are listed per page', async () => {
    const rows = sheet.surface.getByRole('listitem')
    await expect(rows).toHaveCount(10)
    await expect(rows.first()).toContainText(/Friend 11.*\+50\.00 ฿/u)
    await sheet.button('Next page').click()
    await expect(rows).toHaveCount(1)
    await expect(rows.first()).toContainText('Friend 1')
  })

  await test.step('the copied link and the QR code lead to the registration', async () => {
    const picture = sheet.surface.getByRole('img', { name: say('QR code of your invite link') })
    expect(await readQr(picture, await context.newPage())).toBe(link)
    await sheet.button('Copy link').click()
    await expect(page.getByText(say('Copied: {shown}').replace('{shown}', link))).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
  })

  await test.step('the bonus is received', async () => {
    await expect(sheet.surface.getByText('550.00 ฿')).toBeVisible()
    await sheet.button('Claim bonus').click()
    await expect(page.getByText(say('Your invite bonus is in your wallet.'))).toBeVisible()
    await expect(sheet.button('Claim bonus')).toBeDisabled()
    await sheet.button('Close').click()
    await app.expectBalance('550.00')
  })

  await test.step('while a bonus is active, the backend’s reason is shown', async () => {
    await newMember(100, { inviteCode })
    const api = (path: string) => callApi(sandbox.origin, 'GET', path, undefined, member.token)
    await api('/api/bonus/activate/WELCOME')
    await page.goto(`${home}?open=invite`)
    // The banners were seen: the first is the sheet's header now.
    await sheet.button('Claim bonus').click()
    await expect(
      page.getByText(say('A bonus is still running. Please finish or cancel it first.')),
    ).toBeVisible()
  })
})

test('cashback interrupted between its two steps is finished later, once', async ({
  page,
  app,
  words,
  sandbox,
  newMember,
}) => {
  const { say, like } = words
  await page.clock.install()
  const member = await newMember(1000)
  const sheet = app.sheet('Cashback')
  const open = () => page.goto(`${home}?open=refund`)
  await signInAs(page, member)

  await test.step('there is no cashback yet', async () => {
    await openWithBanners(open, sheet.button('See my cashback'))
    await expect(sheet.surface.getByRole('img', { name: like('Banner {place} of {count}') })).toBeVisible()
    await sheet.button('See my cashback').click()
    await expect(sheet.text('No cashback to claim right now').first()).toBeVisible()
    await expect(sheet.text('No cashback claimed yet')).toBeVisible()
  })

  await test.step('the second step is lost: the outcome is shown as unknown', async () => {
    await loseInGame(sandbox, member.token, 400)
    await open()
    await expect(sheet.surface.getByText('20.00 ฿')).toBeVisible()
    const restore = await failRequests(page, addRefundToWallet)
    await sheet.button('Claim cashback').click()
    const notKnown = sheet.text('We do not know yet whether it went through')
    await advanceUntil(page, (soon) => soon(notKnown).toBeVisible())
    await restore()
  })

  await test.step('the next attempt finishes it, once', async () => {
    await open()
    await sheet.button('Claim cashback').click()
    await expect(sheet.text('Your cashback is in your wallet.')).toBeVisible()
    await expect(sheet.surface.getByText('+20.00 ฿').first()).toBeVisible()
    await sheet.button('Done').click()
    await app.expectBalance('620.00')
    await open()
    await expect(
      sheet.surface.getByRole('list', { name: say('Claimed before') }).getByRole('listitem'),
    ).toHaveCount(1)
    await expect(sheet.button('Claim cashback')).toHaveCount(0)
  })
})

test('cashback cannot be received while a bonus is active', async ({ page, app, sandbox, newMember }) => {
  const member = await newMember(1000)
  await loseInGame(sandbox, member.token, 400)
  await callApi(sandbox.origin, 'GET', '/api/bonus/activate/WELCOME', undefined, member.token)
  await signInAs(page, member)
  const sheet = app.sheet('Cashback')
  const next = sheet.button('See my cashback')
  await openWithBanners(() => page.goto(`${home}?open=refund`), next)
  await next.click()
  await expect(sheet.button('Claim cashback')).toBeDisabled()
  await expect(
    sheet.text('A bonus is still active. You can claim this once it has ended. <0>See the bonus</0>'),
  ).toBeVisible()
  await sheet.surface.getByRole('link').click()
  await expect(page).toHaveURL(/\/user\/bonus$/u)
})

test('a member sees and changes the profile', async ({ page, app, words, sandbox, newMember }) => {
  const { say } = words
  const about = { bankCode: 'KTB', bankAccountName: 'MALI JAIDEE' }
  const member = await newMember(100, about)
  const number = member.bankAccountNo.replace(/^(\d{3})(\d{3})/u, '$1-$2-')
  await signInAs(page, member, '/user/profile')
  const main = page.getByRole('main')

  await test.step('name, phone and the grouped account number are shown', async () => {
    for (const fact of [member.name, member.phone, 'MALI JAIDEE', 'ธนาคารกรุงไทย', number])
      await expect(main).toContainText(fact)
    await expect(main.getByRole('textbox')).toHaveCount(0)
  })

  await test.step('a wrong current password shows an alert; with the right one it is changed', async () => {
    await app.button('Change password').click()
    const sheet = app.sheet('Change password')
    const fill = async (old: string, one: string, two: string) => {
      await sheet.surface.getByLabel(say('Current password'), { exact: true }).fill(old)
      await sheet.surface.getByLabel(say('New password'), { exact: true }).fill(one)
      await sheet.surface.getByLabel(say('Confirm new password'), { exact: true }).fill(two)
      await sheet.button('Save').click()
    }
    await fill(member.password, 'lotus-1', 'lotus-2')
    await expect(sheet.text('The two passwords are not the same.')).toBeVisible()
    await fill('wrong', 'lotus-by-river', 'lotus-by-river')
    const alert = app.sheet('That did not work')
    await expect(alert.text('The password does not match. Please enter it again.')).toBeVisible()
    await alert.button('Close').click()
    await fill(member.password, 'lotus-by-river', 'lotus-by-river')
    await expect(page.getByText(say('Your password has been changed'), { exact: true })).toBeVisible()
    const login = { username: member.phone, password: 'lotus-by-river' }
    expect(await callApi(sandbox.origin, 'POST', '/api/login', login)).toHaveProperty('token')
  })

  await test.step('both attempts are listed in the security activity', async () => {
    await app.button('Security activity').click()
    const sheet = app.sheet('Security activity')
    await expect(sheet.surface.getByText(say('Password changed'), { exact: true })).toBeVisible()
    await expect(sheet.text('Password not changed: the current one was wrong')).toBeVisible()
    await sheet.button('Close').click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('the account name is saved in capitals; Back closes the sheet', async () => {
    await app.button('Edit the account name').click()
    const sheet = app.sheet('Name on the bank account')
    await expect(sheet.field('Account name')).toHaveValue('MALI JAIDEE')
    await page.goBack()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await app.button('Edit the account name').click()
    await sheet.field('Account name').fill('มะลิ')
    await expect(sheet.text('Please use English letters and spaces only.')).toBeVisible()
    await sheet.field('Account name').fill('mali suksan')
    await expect(sheet.field('Account name')).toHaveValue('MALI SUKSAN')
    const sending = page.waitForRequest(addressesOf(updateBankAccountName))
    const tapped = Date.now()
    await sheet.button('Save').click()
    await sending
    expect(Date.now() - tapped, 'the save is delayed').toBeGreaterThanOrEqual(200)
    await expect(sheet.field('Six-digit code')).toBeVisible()
    await sheet.field('Six-digit code').fill(await sandbox.codeFor(member.phone))
    await expect(page.getByText(say('The name has been saved'))).toBeVisible()
    await expect(main).toContainText('MALI SUKSAN')
  })

  await test.step('hidden amounts stay hidden on the home page', async () => {
    await main.getByRole('switch', { name: say('Hide amounts') }).click()
    await app.link('Home').click()
    await expect(app.wallet()).toContainText('••••')
    await expect(app.wallet()).not.toContainText('100.00')
  })

  await test.step('theme and language survive a reload', async () => {
    await page.goto('/user/profile')
    await app.button('Night').click()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'night')
    await page.getByRole('button', { name: 'EN' }).click()
    await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'night')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  })
})

test('a member of a bank that needs an English account name is prompted for it', async ({
  page,
  app,
  newMember,
}) => {
  const member = await newMember(0, { bankCode: 'BBL', bankAccountName: 'MALI JAIDEE' })
  // The backend accepts no Thai name here any more; older accounts may still have one, until it is corrected.
  let isCorrected = false
  const former = async (call: RequestsOf) =>
    page.route(addressesOf(call), async (route) => {
      const response = await route.fetch()
      const body = await response.text()
      await route.fulfill({
        response,
        body: isCorrected ? body : body.replaceAll('MALI JAIDEE', 'Mali ใจดี'),
      })
    })
  await former(getWallet)
  await former(getProfile)
  page.on('request', (request) => {
    isCorrected ||= isRequestOf(updateBankAccountName, request.method(), request.url())
  })
  await signInAs(page, member)
  const sheet = app.sheet('Name on the bank account')
  await expect(sheet.field('Account name')).toHaveValue('MALI')
  await sheet.field('Account name').fill('mali jaidee')
  await sheet.button('Save').click()
  await expect(app.text('The name has been saved')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await app.link('History').click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
