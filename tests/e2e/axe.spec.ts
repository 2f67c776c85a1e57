import type { Page } from 'playwright/test'
import { treeFaults } from '../support/accessibility-tree.ts'
import { memberPages, modalAddresses } from '../support/addresses.ts'
import type { App } from '../support/app.ts'
import { axeViolations } from '../support/axe.ts'
import { behind, leaveBanners } from '../support/banners.ts'
import { expect, navigateInApp, openMemberPage, sheetIsThere, signInAs, test } from '../support/fixtures.ts'
import { keyboardFaults, movements } from '../support/keyboard-walk.ts'
import { callApi, newNumbers, registerMember, type TestMember } from '../support/members.ts'
import type { Sandbox } from '../support/sandbox.ts'
import { languages } from '../support/words.ts'

/** The last are what a screen reader's order rests on: one h1, headings without gaps, everything in a landmark. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

// Colours in motion cannot be judged: animations are off here.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** Tall enough for every screen: axe counts what the fixed bar covers as too small, although it can be scrolled from under it. */
const wholeScreen = { width: 360, height: 3200 }

const summaries = (violations: Awaited<ReturnType<typeof axeViolations>>) =>
  violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => `${id}: ${target.join(' ')} ${failureSummary}`),
  )

/** What axe is to look for, without these rules. The list of a combobox stands in no landmark, but belongs to its combobox. */
async function rulesFor(page: Page, without: string[] = []) {
  const others = (await page.getByRole('listbox').count()) > 0 ? [...without, 'region'] : without
  return {
    runOnly: { type: 'tag' as const, values: tags },
    rules: Object.fromEntries(others.map((id) => [id, { enabled: false }])),
  }
}

/**
 * Runs axe on the screen; in the dark theme only for contrast. Then reads it, and walks through it by keyboard. Soft assertions
 * report every screen in one run.
 */
async function check(page: Page, screen: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const options = colorScheme === 'light' ? await rulesFor(page) : { runOnly: ['color-contrast'] }
    const violations = await axeViolations(page, options)
    const hidden = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)
    expect.soft(hidden, `${screen} is taller than the window`).toBeLessThanOrEqual(0)
    expect.soft(summaries(violations), `${screen}, ${colorScheme}`).toEqual([])
  }
  expect.soft(await movements(page), `${screen} moves under reduced motion`).toEqual([])
  expect.soft(await treeFaults(page), `${screen}, read out`).toEqual([])
  expect.soft(await keyboardFaults(page), `${screen}, by keyboard`).toEqual([])
}

/** Texts that their box cuts off. Amounts and names may end in an ellipsis on purpose, which `text-overflow` states. */
function clippedTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const cuts = (element: Element) => {
      const { overflowX, overflowY, textOverflow } = getComputedStyle(element)
      if (element.closest('.visually-hidden')) return false
      const tooTall = /hidden|clip/u.test(overflowY) && element.scrollHeight > element.clientHeight + 1
      const tooWide =
        /hidden|clip/u.test(overflowX) &&
        textOverflow !== 'ellipsis' &&
        element.scrollWidth > element.clientWidth + 1
      return tooTall || tooWide
    }
    const hasText = (element: Element) =>
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.checkVisibility() && hasText(element) && cuts(element))
      .map((element) => `${element.className} "${element.textContent}"`)
  })
}

/** Checks what another language can change: missing names and texts that are too long. Colours and sizes are as in Thai. */
async function checkWords(page: Page, screen: string): Promise<void> {
  const options = await rulesFor(page, ['color-contrast', 'target-size'])
  expect.soft(summaries(await axeViolations(page, options)), screen).toEqual([])
  expect.soft(await clippedTexts(page), screen).toEqual([])
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect.soft(wider, `${screen} is wider than the phone`).toBeLessThanOrEqual(0)
}

type Look = (page: Page, screen: string) => Promise<void>

async function visitorScreens(page: Page, app: App, sandbox: Sandbox, look: Look): Promise<void> {
  await page.goto('/login')
  await expect(app.heading('Log in')).toBeVisible()
  await look(page, 'sign-in')
  await app.button('Log in').click()
  await expect(app.text('Enter your password.')).toBeVisible()
  await look(page, 'sign-in with errors')
  await page.goto('/register')
  await expect(app.heading('Create your account')).toBeVisible()
  await look(page, 'registration, phone')
  const { phone } = newNumbers()
  await app.field('Phone number').fill(phone)
  await app.button('Continue').click()
  await expect(app.heading('Enter the OTP code')).toBeVisible()
  await look(page, 'registration, code')
  await app.field('Six-digit code').fill(await sandbox.codeFor(phone))
  await expect(app.heading('About you')).toBeVisible()
  await look(page, 'registration, profile')
  await app.field('Name').fill('ມະລິ')
  await page.getByLabel(app.words.say('Password'), { exact: true }).fill('petal-and-river-9')
  await page.getByLabel(app.words.say('Confirm password'), { exact: true }).fill('petal-and-river-9')
  await app.button('Continue').click()
  await expect(app.heading('Your bank account')).toBeVisible()
  await app.button('Register').click()
  await expect(app.text('Choose your bank.')).toBeVisible()
  await look(page, 'registration, bank')
  await page.getByRole('combobox').click()
  await expect(page.getByRole('option').first()).toBeVisible()
  await look(page, 'registration, choosing the bank')
  await page.goto('/forgot-password')
  await expect(app.heading('Forgot your password?')).toBeVisible()
  await look(page, 'forgotten password, phone')
  const member = await registerMember(sandbox)
  await app.field('Phone number').fill(member.phone)
  await app.button('Continue').click()
  await expect(app.heading('Enter the OTP code')).toBeVisible()
  await look(page, 'forgotten password, code')
  await app.field('Six-digit code').fill(await sandbox.codeFor(member.phone))
  await expect(app.heading('Choose a new password')).toBeVisible()
  await page.getByLabel(app.words.say('New password'), { exact: true }).fill('river')
  await app.button('Save the new password').click()
  await expect(app.text('Enter the password once more.')).toBeVisible()
  await look(page, 'forgotten password, new one')
  await page.goto('/contact')
  await expect(app.heading('Contact us')).toBeVisible()
  await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0)
  await look(page, 'contact')
  await page.goto('/contact?open=chat')
  await expect(app.field('Your message')).toBeVisible()
  await look(page, 'chat of a guest')
  await page.goto('/howto')
  await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
  await look(page, 'how it works')
  await page.goto('/break')
  await expect(app.heading('Somebody to talk to')).toBeVisible()
  await look(page, 'a break')
  await page.goto('/nowhere')
  await expect(app.text('Page Not Found').first()).toBeVisible()
  await look(page, 'not found')
  await page.goto('/terminated')
  await expect(app.text('This site is no longer open')).toBeVisible()
  await look(page, 'terminated')
}

/** Every sheet that opens by its address. The deposit is checked in steps of its own; the last game is launched in another way. */
const sheets = [
  ...modalAddresses
    .map((address) => address.replace('/user/home?open=', ''))
    .filter((one) => one !== 'deposit'),
  'game&game=AREASLOT',
]

async function memberScreens(page: Page, app: App, look: Look): Promise<void> {
  await app.expectBalance('900.00')
  await look(page, 'home')
  const main = page.getByRole('main')
  // Within the app: a load of the page for each screen costs as much again as looking at it.
  for (const path of memberPages.filter((one) => one !== '/user/home')) {
    await openMemberPage(page, app.words, path)
    await look(page, path)
  }
  await navigateInApp(page, '/user/profile')
  await app.button('Other bank accounts').click()
  await app.button('Add a bank account').click()
  await expect(app.field('Account number')).toBeVisible()
  await look(page, 'profile, adding a bank account')
  await navigateInApp(page, '/user/statement')
  for (const tool of ['Search', 'By month', 'Save or print']) {
    await app.button(tool).first().click()
    await expect(main.getByRole('region', { name: app.words.say(tool), exact: true })).toBeVisible()
    await expect(main.locator('[aria-busy=true]')).toHaveCount(0)
    await look(page, `statement, ${tool}`)
  }
  const plus = app.button('Deposit, withdraw and more')
  const openSheet = async (open: string) => {
    await navigateInApp(page, '/user/home')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await app.expectBalance('900.00')
    await plus.focus()
    await navigateInApp(page, `/user/home?open=${open}`)
  }
  for (const open of sheets) {
    await openSheet(open)
    await sheetIsThere(page)
    await look(page, open)
    if (await leaveBanners(page, app.words, `/user/home?open=${open}`)) await look(page, behind(open))
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(plus, `the focus after ${open}`).toBeFocused()
  }
  await openSheet('withdraw')
  const withdraw = app.sheet('Withdraw')
  await withdraw.field('Amount to withdraw').fill('5')
  await withdraw.button('Continue').click()
  await expect(withdraw.text('The minimum is {minimum}. Please enter more.')).toBeVisible()
  await look(page, 'withdraw with an error')
  await withdraw.field('Amount to withdraw').fill('200')
  await withdraw.button('Continue').click()
  await expect(withdraw.button('Confirm withdrawal')).toBeVisible()
  await look(page, 'withdraw, confirming')
  await openSheet('deposit')
  const deposit = app.sheet('Deposit')
  await expect(deposit.button('Create QR')).toBeVisible()
  await look(page, 'deposit')
  await deposit.surface.getByRole('button', { name: '100', exact: true }).click()
  await deposit.button('Create QR').click()
  await expect(deposit.surface.getByRole('timer')).toBeVisible()
  await look(page, 'deposit, paying')
  await deposit.button('Cancel QR').click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await look(page, 'deposit, cancelling')
}

/** At a bank that asks for the holder's name in English letters. */
const namedInEnglish = { bankCode: 'BBL', bankAccountName: 'MALI JAIDEE' }

async function enterWithGame(page: Page, origin: string, member: TestMember): Promise<void> {
  await callApi(origin, 'GET', '/api/wallet/activate/PG', undefined, member.token)
  await signInAs(page, member)
}

test.describe('WCAG', () => {
  test.use({ viewport: wholeScreen })
  // Every page and sheet, each in two themes, read out and walked through: two to three minutes, more on a busy machine.
  test.describe.configure({ timeout: 600_000 })

  test('a visitor’s screens break no WCAG rule', async ({ page, app, sandbox }) => {
    await visitorScreens(page, app, sandbox, check)
  })

  test('a member’s screens break no WCAG rule', async ({ page, app, server, newMember }) => {
    await enterWithGame(page, server.origin, await newMember(900, namedInEnglish))
    await memberScreens(page, app, check)
  })
})

for (const language of languages.filter((one) => one !== 'th')) {
  test.describe(language, () => {
    test.use({ language })

    test(`on a small phone a visitor’s screens cut off no text and have every accessible name (${language})`, async ({
      page,
      app,
      sandbox,
    }) => {
      await visitorScreens(page, app, sandbox, checkWords)
    })

    test(`on a small phone a member’s screens cut off no text and have every accessible name (${language})`, async ({
      page,
      app,
      server,
      newMember,
    }) => {
      await enterWithGame(page, server.origin, await newMember(900, namedInEnglish))
      await memberScreens(page, app, checkWords)
    })
  })
}
