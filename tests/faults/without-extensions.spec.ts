import { listBonuses } from '../../src/api/contract/bonus.ts'
import { sendChatMessage } from '../../src/api/contract/chat.ts'
import { uploadSlip } from '../../src/api/contract/slip.ts'
import { listStatements } from '../../src/api/contract/statement.ts'
import { withdraw } from '../../src/api/contract/wallet.ts'
import { App } from '../support/app.ts'
import { Agent, ChatPanel, memberIdOf } from '../support/chat.ts'
import { changeJson, extensionCalls, withoutExtensions } from '../support/without-extensions.ts'
import { advanceUntil, contentOf, expect, test as base } from '../support/fault-proxy-test.ts'
import {
  inTurn,
  loseRequest,
  startFaultProxy,
  truncateBody,
  withholdResponse,
} from '../support/fault-proxy.ts'
import { balanceAndRows } from '../support/members.ts'
import { makeSlip } from '../support/pictures.ts'
import { SlipUpload } from '../support/slip-upload.ts'

// A second backend that has none of the contract's extensions.
const test = base.extend({
  faultProxy: async ({ server }, provide) => {
    const faultProxy = await startFaultProxy(server.port, withoutExtensions)
    await provide(faultProxy)
    await faultProxy.close()
  },
})

// Truncates one response. Without response headers the browser itself would send the request again.
const lostResponse = () => inTurn([truncateBody])

test('with a backend without extensions the app calls only the contract, and does nothing twice', async ({
  page,
  faultProxy,
  app,
  words,
  server,
  newMember,
}) => {
  const member = await newMember(1000)
  const rowFound = 'Your statement has a similar transaction: {amount} at {time}.'

  await test.step('the sign-in', async () => {
    await page.goto('/login')
    await app.logIn(member)
    await app.expectBalance('1,000.00')
  })

  await test.step('a QR', async () => {
    await page.goto('/user/home?open=deposit')
    const sheet = app.sheet('Deposit')
    await sheet.field('Amount to deposit').fill('20')
    await sheet.button('Create QR').click()
    await expect(sheet.surface.getByRole('timer')).toBeVisible()
  })

  await test.step('a withdrawal with a lost response: the matching statement row is shown, and can be dismissed', async () => {
    await page.goto('/user/home?open=withdraw')
    const sheet = app.sheet('Withdraw')
    await sheet.field('Amount to withdraw').fill('300')
    await sheet.button('Continue').click()
    faultProxy.inject(withdraw, lostResponse())
    await sheet.button('Confirm withdrawal').click()
    await expect(sheet.text(rowFound)).toBeVisible()
    await expect(sheet.text(rowFound)).toContainText('300.00 ฿')
    await expect(sheet.button('Confirm withdrawal')).toHaveCount(0)
    const notice = page.locator('section').filter({ hasText: words.like(rowFound) })
    await notice.getByRole('button', { name: words.say('Close') }).click()
    await expect(sheet.button('Confirm withdrawal')).toBeVisible()
    expect(await balanceAndRows(server.origin, member, 'withdraw')).toEqual({ amount: 700, rows: 1 })
  })

  await test.step('a withdrawal that never arrived: no matching row is reported', async () => {
    await page.clock.install()
    await page.goto('/user/home?open=withdraw')
    const sheet = app.sheet('Withdraw')
    await sheet.field('Amount to withdraw').fill('200')
    await sheet.button('Continue').click()
    faultProxy.inject(withdraw, loseRequest)
    await sheet.button('Confirm withdrawal').click()
    const told = sheet.text('Your statement has no such transaction yet.')
    await advanceUntil(page, (soon) => soon(told).toBeVisible())
    await expect(told).toContainText('700.00 ฿')
    faultProxy.clear()
  })

  await test.step('a withdrawal left by a closed page is reported on the next visit, and dismissed for good', async () => {
    const left = page.getByRole('region', { name: words.say('Pending') })
    await page.goto('/user/home')
    await app.expectBalance('700.00')
    await expect(left.getByRole('button', { name: words.say('Close') })).toBeVisible()
    await expect(left).toContainText(words.like('Your statement has no such transaction yet.'))
    await left.getByRole('button', { name: words.say('Close') }).click()
    await expect(left).toHaveCount(0)

    await page.goto('/user/home?open=withdraw')
    const sheet = app.sheet('Withdraw')
    await sheet.field('Amount to withdraw').fill('250')
    await sheet.button('Continue').click()
    const sent = faultProxy.inject(withdraw, withholdResponse).next()
    await sheet.button('Confirm withdrawal').click()
    await sent
    // The page is left first: if the connection broke under it, the browser itself would send the call again.
    await page.goto('/user/home')
    faultProxy.clear()
    await expect(left).toContainText(words.like(rowFound))
    await left.getByRole('button', { name: words.say('Close') }).click()
    await expect(left).toHaveCount(0)
    await page.reload()
    await app.expectBalance('450.00')
    await expect(left).toHaveCount(0)
    expect(await balanceAndRows(server.origin, member, 'withdraw')).toEqual({ amount: 450, rows: 2 })
  })

  await test.step('a slip with a lost response is sent again only by a tap', async () => {
    const slip = await makeSlip(server.origin, member.phone, { baht: 250.5 })
    await page.goto('/user/home?open=slip')
    const upload = new SlipUpload(page, app)
    const { sheet } = upload
    await upload.choose(slip)
    faultProxy.inject(uploadSlip, lostResponse())
    await sheet.button('Send slip').click()
    const told =
      'The connection was lost, and the slip may have arrived. Please check your uploaded slips before you send it again.'
    await expect(sheet.text(told)).toBeVisible()
    // The next visit does not send it either.
    await page.goto('/user/home?open=slip')
    await expect(sheet.text(told)).toBeVisible()
    await page.evaluate(() => void dispatchEvent(new Event('online')))
    await expect(sheet.button('Send again')).toBeVisible()
    expect(faultProxy.count(uploadSlip)).toBe(1)
    await sheet.button('Send again').click()
    await expect(sheet.text(told)).toHaveCount(0)
    await expect.poll(() => faultProxy.count(uploadSlip)).toBe(2)
  })

  await test.step('statement rows of unknown types and both formats of their source are shown', async () => {
    faultProxy.inject(
      listStatements,
      changeJson(({ total, statements }: { total: number; statements: object[] }) => {
        const row = { from: '', to: '', status: 'SUCCESS', createdAt: new Date().toISOString() }
        const unknown = { ...row, statementType: 'jackpot', amount: 77.77 }
        const sourced = { ...row, statementType: 'bonus', amount: 66.66, description: { source: 'refund' } }
        return { total: total + 2, statements: [unknown, sourced, ...statements] }
      }),
    )
    await page.goto('/user/statement')
    const rows = page.getByRole('main').getByRole('listitem')
    await expect(rows.filter({ hasText: '77.77' })).toContainText(words.say('Other entry'))
    await expect(rows.filter({ hasText: '66.66' })).toContainText(words.say('Cashback'))
    faultProxy.clear()
  })

  await test.step('a bonus whose percentage is a string is shown', async () => {
    faultProxy.inject(
      listBonuses,
      changeJson((bonuses: object[]) => bonuses.map((bonus) => ({ ...bonus, percentFail: '15' }))),
    )
    await page.goto('/user/bonus')
    await page.getByRole('button', { name: /WELCOME/u }).click()
    await expect(page.getByRole('dialog')).toContainText('15%')
    faultProxy.clear()
  })

  await test.step('every screen shows what the contract has, without waiting for more', async () => {
    const sheets = ['menu', 'deposit', 'transfer', 'withdraw', 'slips', 'invite', 'refund', 'spin']
    const pages = ['home', 'bonus', 'spin', 'statement', 'contact', 'profile']
    for (const path of [...pages, ...sheets.map((sheet) => `home?open=${sheet}`)]) {
      await page.goto(`/user/${path}`)
      const shown = path.includes('?') ? contentOf(page.getByRole('dialog')) : page.getByRole('main')
      await expect(shown, path).toBeVisible()
      await expect(page.locator('[aria-busy=true]'), path).toHaveCount(0)
      await expect(app.button('Try again'), path).toHaveCount(0)
    }
  })

  await test.step('a chat message with a lost response is sent again only by a tap', async () => {
    const agent = new Agent(server.origin, await memberIdOf(server.origin, member.token))
    await page.goto('/user/contact?open=chat')
    const chat = new ChatPanel(page, new App(page, words))
    faultProxy.inject(sendChatMessage, lostResponse())
    await chat.write('Only by a tap.')
    const told = chat.sheet.text('The answer was lost. It may have arrived.')
    await expect(told).toBeVisible()
    await page.reload()
    await expect(told).toBeVisible()
    await page.evaluate(() => void dispatchEvent(new Event('online')))
    await chat.write('Another one.')
    await expect.poll(() => agent.count('Another one.')).toBe(1)
    expect(await agent.count('Only by a tap.')).toBe(1)
    await chat.sheet.button('Send again').click()
    await expect.poll(() => agent.count('Only by a tap.')).toBe(2)
    await expect(told).toHaveCount(0)
  })

  await test.step('the sign-out', async () => {
    await page.goto('/user/profile')
    await expect(page.getByText(member.name).first()).toBeVisible()
    await app.logOutUnsent(page)
    await expect(app.heading('Log in')).toBeVisible()
  })

  for (const call of extensionCalls) expect(faultProxy.count(call), `${call.method} ${call.path}`).toBe(0)
})

// The document itself asks for a page's data, before any answer has announced anything (src/shell/boot.ts): these calls do not count.
test('with a backend without extensions a page of an extension leads to the one before it', async ({
  page,
  app,
  newMember,
}) => {
  await page.goto('/login')
  await app.logIn(await newMember(1000))
  // A page that heard nothing for a while is shown all the same.
  await expect(async () => {
    await page.goto('/user/limits')
    await expect(page).toHaveURL(/\/user\/profile$/u, { timeout: 5000 })
  }).toPass()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
})

test('such a page that was opened before the first answer leads there when that comes', async ({
  page,
  app,
  words,
  newMember,
}) => {
  await page.goto('/login')
  await app.logIn(await newMember(1000))
  let answer: (() => void) | undefined
  const asked = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/**', async (route) => {
    await asked
    await route.fallback()
  })
  await page.goto('/user/limits')
  await expect(page.getByText(words.say('Loading your limits'))).toBeAttached()
  answer?.()
  await expect(page).toHaveURL(/\/user\/profile$/u)
})
