import type { Page } from 'playwright/test'
import { memberPages, modalAddresses, visitorPages } from './addresses.ts'
import type { App } from './app.ts'
import { behind, leaveBanners } from './banners.ts'
import { expect, navigateInApp, openMemberPage, sheetIsThere } from './fixtures.ts'
import { newNumbers, registerMember } from './members.ts'
import type { Sandbox } from './sandbox.ts'

export type Look = (page: Page, screen: string) => Promise<void>

/** What to look at: at every page and sheet by its address, and at each further state of one, such as the next step of a form. */
export interface Looks {
  at: Look
  atState: Look
}

/** Every page of a visitor, and each step of what can be done there. */
export async function visitorScreens(
  page: Page,
  app: App,
  sandbox: Sandbox,
  { at, atState }: Looks,
): Promise<void> {
  const seen: string[] = []
  const visit = async (address: string) => {
    seen.push(address)
    await at(page, address)
  }
  await page.goto('/login')
  await expect(app.heading('Log in')).toBeVisible()
  await visit('/login')
  await app.button('Log in').click()
  await expect(app.text('Enter your password.')).toBeVisible()
  await atState(page, 'sign-in with errors')
  await page.goto('/register')
  await expect(app.heading('Create your account')).toBeVisible()
  await visit('/register')
  const { phone } = newNumbers()
  await app.field('Phone number').fill(phone)
  await app.button('Continue').click()
  await expect(app.heading('Enter the OTP code')).toBeVisible()
  await atState(page, 'registration, code')
  await app.field('Six-digit code').fill(await sandbox.codeFor(phone))
  await expect(app.heading('About you')).toBeVisible()
  await atState(page, 'registration, profile')
  await app.field('Name').fill('ມະລິ')
  await page.getByLabel(app.words.say('Password'), { exact: true }).fill('petal-and-river-9')
  await page.getByLabel(app.words.say('Confirm password'), { exact: true }).fill('petal-and-river-9')
  await app.button('Continue').click()
  await expect(app.heading('Your bank account')).toBeVisible()
  await app.button('Register').click()
  await expect(app.text('Choose your bank.')).toBeVisible()
  await atState(page, 'registration, bank')
  await page.getByRole('combobox').click()
  await expect(page.getByRole('option').first()).toBeVisible()
  await atState(page, 'registration, choosing the bank')
  await page.goto('/forgot-password')
  await expect(app.heading('Forgot your password?')).toBeVisible()
  await visit('/forgot-password')
  const member = await registerMember(sandbox)
  await app.field('Phone number').fill(member.phone)
  await app.button('Continue').click()
  await expect(app.heading('Enter the OTP code')).toBeVisible()
  await atState(page, 'forgotten password, code')
  await app.field('Six-digit code').fill(await sandbox.codeFor(member.phone))
  await expect(app.heading('Choose a new password')).toBeVisible()
  await page.getByLabel(app.words.say('New password'), { exact: true }).fill('river')
  await app.button('Save the new password').click()
  await expect(app.text('Enter the password once more.')).toBeVisible()
  await atState(page, 'forgotten password, new one')
  await page.goto('/contact')
  await expect(app.heading('Contact us')).toBeVisible()
  await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0)
  await visit('/contact')
  await page.goto('/contact?open=chat')
  await expect(app.field('Your message')).toBeVisible()
  await visit('/contact?open=chat')
  await page.goto('/howto')
  await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
  await visit('/howto')
  await page.goto('/break')
  await expect(app.heading('Somebody to talk to')).toBeVisible()
  await visit('/break')
  await page.goto('/nowhere')
  await expect(app.text('Page Not Found').first()).toBeVisible()
  await visit('/nowhere')
  await page.goto('/terminated')
  await expect(app.text('This site is no longer open')).toBeVisible()
  await visit('/terminated')
  expect(seen).toEqual(expect.arrayContaining(visitorPages))
}

const deposit = '/user/home?open=deposit'
/** Every sheet that opens by its address. The deposit is looked at in steps of its own; the last game is launched in another way. */
const sheets = [...modalAddresses.filter((one) => one !== deposit), '/user/home?open=game&game=AREASLOT']

/** The largest balance of the board. */
export const largestBalance = 99_999_999.99

/** Every page and sheet of a member, and each step of what can be done there. */
export async function memberScreens(page: Page, app: App, { at, atState }: Looks): Promise<void> {
  await app.expectBalance('99,999,999.99')
  await at(page, '/user/home')
  const main = page.getByRole('main')
  // Within the app: a load of the page for each screen costs as much again as looking at it.
  for (const path of memberPages.filter((one) => one !== '/user/home')) {
    await openMemberPage(page, app.words, path)
    await at(page, path)
  }
  await navigateInApp(page, '/user/profile')
  await app.button('Other bank accounts').click()
  await app.button('Add a bank account').click()
  await expect(app.field('Account number')).toBeVisible()
  await atState(page, 'profile, adding a bank account')
  await navigateInApp(page, '/user/statement')
  for (const tool of ['Search', 'By month', 'Save or print']) {
    await app.button(tool).first().click()
    await expect(main.getByRole('region', { name: app.words.say(tool), exact: true })).toBeVisible()
    await expect(main.locator('[aria-busy=true]')).toHaveCount(0)
    await atState(page, `statement, ${tool}`)
  }
  const plus = app.button('Deposit, withdraw and more')
  const openSheet = async (address: string) => {
    await navigateInApp(page, '/user/home')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await app.expectBalance('99,999,999.99')
    await plus.focus()
    await navigateInApp(page, address)
  }
  for (const address of sheets) {
    await openSheet(address)
    await sheetIsThere(page)
    await at(page, address)
    if (await leaveBanners(page, app.words, address)) await at(page, behind(address))
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(plus, `the focus after ${address}`).toBeFocused()
  }
  await openSheet('/user/home?open=withdraw')
  const withdraw = app.sheet('Withdraw')
  await withdraw.field('Amount to withdraw').fill('5')
  await withdraw.button('Continue').click()
  await expect(withdraw.text('The minimum is {minimum}. Please enter more.')).toBeVisible()
  await atState(page, 'withdraw with an error')
  await withdraw.field('Amount to withdraw').fill('200')
  await withdraw.button('Continue').click()
  await expect(withdraw.button('Confirm withdrawal')).toBeVisible()
  await atState(page, 'withdraw, confirming')
  await openSheet(deposit)
  const sheet = app.sheet('Deposit')
  await expect(sheet.button('Create QR')).toBeVisible()
  await at(page, deposit)
  await sheet.surface.getByRole('button', { name: '100', exact: true }).click()
  await sheet.button('Create QR').click()
  await expect(sheet.surface.getByRole('timer')).toBeVisible()
  await atState(page, 'deposit, paying')
  await sheet.button('Cancel QR').click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await atState(page, 'deposit, cancelling')
}
