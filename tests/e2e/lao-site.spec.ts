import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { lookupDeposit } from '../../src/api/contract/lookup.ts'
import { addressesOf } from '../support/addresses-of.ts'
import { App } from '../support/app.ts'
import { expect, signInAs, test as base } from '../support/fixtures.ts'
import { newNumbers, registerMember, type TestMember } from '../support/members.ts'
import { Sandbox } from '../support/sandbox.ts'
import { startServer } from '../support/server.ts'
import { wordsOf } from '../support/words.ts'

/** The Lao site: a separate build in its own folder, made once per worker. */
const test = base.extend<object, { laos: Sandbox }>({
  laos: [
    async ({ browserName: _browser }, provide) => {
      const folder = mkdtempSync(join(tmpdir(), 'champa-laos-'))
      const vite = join(process.cwd(), 'node_modules/vite/bin/vite.js')
      const build = spawn(
        process.execPath,
        [vite, 'build', '--logLevel', 'error', '--outDir', join(folder, 'dist'), '--emptyOutDir'],
        { env: { ...process.env, VITE_LAOS: 'true', VITE_PAYTIMZ_MINIMUM: '25' }, stdio: 'inherit' },
      )
      const [status] = (await once(build, 'exit')) as [number]
      expect(status, 'the Lao build').toBe(0)
      const server = await startServer({ LAOS: 'true', PAYTIMZ_MINIMUM: '25' }, folder)
      await provide(new Sandbox(server.origin))
      await server.dispose()
      rmSync(folder, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: ({ laos }, provide) => provide(laos.origin),
})

const about = { name: 'ມະລິ ໃຈດີ', bankCode: 'BCEL', bankAccountName: 'MALI JAIDEE' }
const accounts = [
  ['010-12-00-00123456-001', '010120000123456001'],
  ['010-12-02-00123456-001', '010120200123456001'],
] as const

async function openAccounts(page: Page, app: App, member: TestMember) {
  await signInAs(page, member, '/user/home?open=deposit')
  const deposit = app.sheet('Deposit')
  await deposit.surface.getByRole('tab', { name: app.words.say('Account'), exact: true }).click()
  return deposit
}

test.use({
  permissions: ['clipboard-read', 'clipboard-write'],
  storageState: { cookies: [], origins: [] },
})
// Serial, so that one worker makes the build once for all tests.
test.describe.configure({ mode: 'serial' })

test('the Lao site starts in Lao and accepts Lao phone numbers', async ({ page, laos }) => {
  const app = new App(page, wordsOf('la'))
  await page.goto('/register')
  await expect(page.locator('html')).toHaveAttribute('lang', 'lo')
  const phone = `020${newNumbers().phone.slice(2)}`
  // A digit too few, a digit too many, an unknown network prefix, and letters.
  for (const [typed, said] of [
    ['0205551234', 'Check the phone number: for example 020 and 8 digits.'],
    ['020555123456', 'Check the phone number: for example 020 and 8 digits.'],
    ['0405551234', 'Check the phone number: for example 020 and 8 digits.'],
    ['ມະລິ', 'A phone number has digits, not letters.'],
  ] as const) {
    await app.field('Phone number').fill(typed)
    await app.button('Continue').click()
    await expect(app.text(said), typed).toBeVisible()
  }
  await app.field('Phone number').fill(`+856 ${phone.slice(1)}`)
  await app.button('Continue').click()
  await expect(app.heading('Enter the OTP code')).toBeVisible()
  await app.field('Six-digit code').fill(await laos.codeFor(phone))
  await expect(app.heading('About you')).toBeVisible()
  await expect(app.field('Phone number')).toHaveValue(phone)
})

test('BCEL accounts show their currency and an illustrated guide to the transfer', async ({ page, laos }) => {
  const words = wordsOf('la')
  const { say } = words
  const app = new App(page, words)
  const member = await registerMember(laos, 0, about)
  const deposit = await openAccounts(page, app, member)
  const cards = deposit.surface.getByRole('article')
  await expect(cards).toHaveCount(accounts.length)
  const currencies = [say('Kip (LAK)'), say('Baht (THB)')]
  for (const [at, [shown, number]] of accounts.entries()) {
    const currency = currencies[at] ?? ''
    await test.step(currency, async () => {
      const card = cards.nth(at)
      await expect(card).toContainText('BCEL')
      await expect(card).toContainText(shown)
      await expect(card).toContainText('CHAMPA SANDBOX CO LTD')
      await expect(card).toContainText(currency)
      await card.getByRole('button', { name: say('Copy account number') }).click()
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(number)
      await card
        .getByRole('button', {
          name: say('How to transfer in {currency} with BCEL').replace('{currency}', currency),
        })
        .click()
      const help = page.getByRole('dialog', {
        name: say('Transfer in {currency}').replace('{currency}', currency),
      })
      await expect(help.locator('svg').first()).toBeVisible()
      await expect(help).toContainText(shown)
      await expect(help.locator('mark')).toHaveText(shown.split('-')[2] ?? '')
      await help.getByRole('button', { name: say('Close'), exact: true }).click()
      await expect(help).toHaveCount(0)
      await expect(card).toBeVisible()
    })
  }
})

test('where staff check every transfer, the deposit says so and asks for the slip', async ({
  page,
  laos,
}) => {
  const words = wordsOf('la')
  const app = new App(page, words)
  await page.route(addressesOf(lookupDeposit), async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), isManual: true } })
  })
  const deposit = await openAccounts(page, app, await registerMember(laos, 0, about))
  await expect(deposit.surface.getByRole('article')).toHaveCount(accounts.length)
  await expect(deposit.text('Please upload the slip').first()).toBeVisible()
  await expect(
    deposit.surface.getByRole('button', { name: words.like('How to transfer in {currency} with BCEL') }),
  ).toHaveCount(0)
  await deposit.button('Upload slip').click()
  await expect(app.sheet('Upload slip').button('Choose the slip')).toBeVisible()
})

test('a channel’s minimum comes from the settings of the build', async ({ page, laos }) => {
  const words = wordsOf('la')
  const app = new App(page, words)
  await signInAs(page, await registerMember(laos, 0, about), '/user/home?open=deposit')
  const deposit = app.sheet('Deposit')
  await deposit.button('PromptPay 2').click()
  const quick = deposit.surface.getByRole('group', { name: words.say('Quick amounts') })
  await expect(quick.getByRole('button')).toHaveText(['25', '50', '100', '500', '1,000'])
  await deposit.field('Amount to deposit').fill('24.99')
  await expect(deposit.button('Create QR')).toBeDisabled()
  await quick.getByRole('button').first().click()
  await deposit.button('Create QR').click()
  await expect(deposit.surface.getByRole('timer')).toBeVisible()
})
