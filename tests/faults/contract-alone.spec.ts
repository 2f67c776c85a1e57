import { App } from '../support/app.ts'
import { Agent, ChatPanel, memberIdOf } from '../support/chat.ts'
import { addedCalls, contractAlone, saying } from '../support/contract-alone.ts'
import { expect, test as base } from '../support/fault-proxy-test.ts'
import { cutBefore, inTurn, silentAfter, startFaultProxy, truncated } from '../support/fault-proxy.ts'
import { booksOf } from '../support/members.ts'
import { makeSlip } from '../support/pictures.ts'

// A second backend: of the contract's additions it has none.
const test = base.extend({
  line: async ({ server }, provide) => {
    const line = await startFaultProxy(server.port, contractAlone)
    await provide(line)
    await line.close()
  },
})

// Once. Without the answer's head a browser would send it again by itself.
const lostAnswer = () => inTurn([truncated])

test('a backend that knows the contract alone is asked for nothing else, and nothing is done twice there', async ({
  page,
  line,
  app,
  words,
  server,
  newMember,
}) => {
  const member = await newMember(1000)
  const rowFound = 'A row like this is in your statement: {amount} at {time}.'

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

  await test.step('a withdrawal whose answer is lost: told what the statement shows, and put away', async () => {
    await page.goto('/user/home?open=withdraw')
    const sheet = app.sheet('Withdraw')
    await sheet.field('Amount to withdraw').fill('300')
    await sheet.button('Continue').click()
    line.meet('POST', /^\/api\/wallet\/withdraw$/u, lostAnswer())
    await sheet.button('Confirm withdrawal').click()
    await expect(sheet.text(rowFound)).toBeVisible()
    await expect(sheet.text(rowFound)).toContainText('300.00 ฿')
    await expect(sheet.button('Confirm withdrawal')).toHaveCount(0)
    const notice = page.locator('section').filter({ hasText: words.like(rowFound) })
    await notice.getByRole('button', { name: words.say('Close') }).click()
    await expect(sheet.button('Confirm withdrawal')).toBeVisible()
    expect(await booksOf(server.origin, member, 'withdraw')).toEqual({ amount: 700, rows: 1 })
  })

  await test.step('one that never arrived: there is nothing like it', async () => {
    await page.goto('/user/home?open=withdraw')
    const sheet = app.sheet('Withdraw')
    await sheet.field('Amount to withdraw').fill('200')
    await sheet.button('Continue').click()
    line.meet('POST', /^\/api\/wallet\/withdraw$/u, cutBefore)
    await sheet.button('Confirm withdrawal').click()
    const told = sheet.text('Nothing like it is in your statement so far.')
    await expect(told).toBeVisible()
    await expect(told).toContainText('700.00 ฿')
    line.mend()
  })

  await test.step('one that a closed page left is told on the next visit, and put away for good', async () => {
    const left = page.getByRole('region', { name: words.say('Left unfinished') })
    await page.goto('/user/home')
    await app.expectBalance('700.00')
    await expect(left.getByRole('button', { name: words.say('Close') })).toBeVisible()
    await expect(left).toContainText(words.like('Nothing like it is in your statement so far.'))
    await left.getByRole('button', { name: words.say('Close') }).click()
    await expect(left).toHaveCount(0)

    await page.goto('/user/home?open=withdraw')
    const sheet = app.sheet('Withdraw')
    await sheet.field('Amount to withdraw').fill('250')
    await sheet.button('Continue').click()
    const sent = line.meet('POST', /^\/api\/wallet\/withdraw$/u, silentAfter).next()
    await sheet.button('Confirm withdrawal').click()
    await sent
    // The page goes first: where the line breaks under it, the browser itself sends a call again.
    await page.goto('/user/home')
    line.mend()
    await expect(left).toContainText(words.like(rowFound))
    await left.getByRole('button', { name: words.say('Close') }).click()
    await expect(left).toHaveCount(0)
    await page.reload()
    await app.expectBalance('450.00')
    await expect(left).toHaveCount(0)
    expect(await booksOf(server.origin, member, 'withdraw')).toEqual({ amount: 450, rows: 2 })
  })

  await test.step('a slip whose answer is lost goes out again by a tap alone', async () => {
    const sending = /^\/api\/wallet\/slip$/u
    const buffer = await makeSlip(server.origin, member.phone, { baht: 250.5 })
    await page.goto('/user/home?open=slip')
    const upload = app.sheet('Upload slip')
    await page.locator('input[type=file]').setInputFiles({ name: 'slip.png', mimeType: 'image/png', buffer })
    line.meet('POST', sending, lostAnswer())
    await upload.button('Send slip').click()
    const told =
      'The answer was lost on the way, and the slip may have arrived. Please look at the slips uploaded so far before you send it again.'
    await expect(upload.text(told)).toBeVisible()
    // Nor does the next visit send it.
    await page.goto('/user/home?open=slip')
    await expect(upload.text(told)).toBeVisible()
    await page.evaluate(() => void dispatchEvent(new Event('online')))
    await expect(upload.button('Send again')).toBeVisible()
    expect(line.count('POST', sending)).toBe(1)
    await upload.button('Send again').click()
    await expect(upload.text(told)).toHaveCount(0)
    await expect.poll(() => line.count('POST', sending)).toBe(2)
  })

  await test.step('rows of types that are not known, and sources in both shapes', async () => {
    line.meet(
      'POST',
      /^\/api\/statement$/u,
      saying(({ total, statements }: { total: number; statements: object[] }) => {
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
    line.mend()
  })

  await test.step('a bonus whose percentage is a text', async () => {
    line.meet(
      'GET',
      /^\/api\/bonus$/u,
      saying((bonuses: object[]) => bonuses.map((bonus) => ({ ...bonus, percentFail: '15' }))),
    )
    await page.goto('/user/bonus')
    await page.getByRole('button', { name: /WELCOME/u }).click()
    await expect(page.getByRole('dialog')).toContainText('15%')
    line.mend()
  })

  await test.step('a message whose answer is lost goes out again by a tap alone', async () => {
    const sending = /^\/api\/chat\/send-message$/u
    const agent = new Agent(server.origin, await memberIdOf(server.origin, member.token))
    await page.goto('/user/contact?open=chat')
    const chat = new ChatPanel(page, new App(page, words))
    line.meet('POST', sending, lostAnswer())
    await chat.write('Only by a tap.')
    const told = chat.sheet.text('The answer was lost. It may have arrived.')
    await expect(told).toBeVisible()
    await page.reload()
    await expect(told).toBeVisible()
    await page.evaluate(() => void dispatchEvent(new Event('online')))
    await chat.write('Another one.')
    await expect.poll(() => agent.count('Another one.')).toBe(1)
    expect(await agent.count('Only by a tap.')).toBe(1)
    await chat.sheet.button('Resend').click()
    await expect.poll(() => agent.count('Only by a tap.')).toBe(2)
    await expect(told).toHaveCount(0)
  })

  await test.step('the sign-out', async () => {
    await page.goto('/user/profile')
    await expect(page.getByText(member.name).first()).toBeVisible()
    await app.button('Log out').first().click()
    await expect(app.heading('Log in')).toBeVisible()
  })

  for (const { method, path } of addedCalls) expect(line.count(method, path), `${method} ${path}`).toBe(0)
})
