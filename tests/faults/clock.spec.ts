import type { Page } from 'playwright/test'
import { App } from '../support/app.ts'
import { expect, test } from '../support/fixtures.ts'
import { balanceAndRows, newNumbers } from '../support/members.ts'

// Offline is simulated by making the backend alone unreachable.

const day = 24 * 60 * 60_000

/** Sets the clock of every page opened after this ahead by so many ms. */
async function setPhoneClock(page: Page, ahead: number): Promise<void> {
  await page.addInitScript((by) => {
    const Right = Date
    class Wrong extends Right {
      constructor(...given: []) {
        super(...(given.length > 0 ? given : ([Right.now() + by] as unknown as [])))
      }
      static override now() {
        return Right.now() + by
      }
    }
    globalThis.Date = Wrong as DateConstructor
  }, ahead)
}

/** Today in Bangkok by the true time. */
const today = () =>
  new Date(Date.now() + 7 * 60 * 60_000).toISOString().slice(0, 10).split('-').toReversed().join('/')
const inSeconds = (clock: string) => {
  const [minutes = NaN, seconds = NaN] = /(\d+):(\d\d)/u.exec(clock)?.slice(1).map(Number) ?? []
  return minutes * 60 + seconds
}
/** Ages that no data in these tests can have. */
const absurd = /\d+\s*(?:ชั่วโมง|วัน|เดือน|ปี)ที่แล้ว|ก่อนหน้านี้|-\d+:|\d{3,}:\d\d/u

for (const [name, ahead] of [
  ['a day ahead', day],
  ['a day behind', -day],
] as const) {
  test(`with the phone’s clock ${name}, the app shows the server’s time and money operations work`, async ({
    page,
    app,
    words,
    server,
    sandbox,
    newMember,
  }) => {
    const member = await newMember(500)
    await setPhoneClock(page, ahead)

    await test.step('the one-time code counts down correctly', async () => {
      const again = page.getByRole('button', { name: words.like('Send again in {0}') })
      const { phone } = newNumbers()
      await page.goto('/register')
      await app.field('Phone number').fill(phone)
      await app.button('Continue').click()
      await expect(app.heading('Enter the OTP code')).toBeVisible()
      for (const visit of ['at first', 'after a reload']) {
        expect(inSeconds(await again.innerText()), visit).toBeLessThanOrEqual(60)
        const goodFor = inSeconds(await app.text('The code expires in {0}.').innerText())
        expect(goodFor, visit).toBeGreaterThan(200)
        expect(goodFor, visit).toBeLessThanOrEqual(300)
        await page.reload()
        await expect(app.heading('Enter the OTP code')).toBeVisible()
      }
    })

    await test.step('the balance and the QR countdown are correct', async () => {
      await page.goto('/login')
      await app.logIn(member)
      await app.expectBalance('500.00')
      await expect(app.wallet()).toContainText(words.like('Updated {at}'))
      await expect(app.wallet()).toContainText(today())
      const deposit = await app.choose('Deposit')
      await deposit.surface.getByRole('button', { name: '100', exact: true }).click()
      await deposit.button('Create QR').click()
      const left = () => deposit.surface.getByRole('timer').innerText().then(inSeconds)
      await expect.poll(left).toBeGreaterThan(120)
      const before = await left()
      expect(before).toBeLessThanOrEqual(60 * 60)
      await page.reload()
      await expect.poll(left).toBeGreaterThan(before - 120)
    })

    await test.step('a withdrawal and the statement show the right time', async () => {
      await page.goto('/user/home?open=withdraw')
      const sheet = app.sheet('Withdraw')
      await sheet.field('Amount to withdraw').fill('100')
      await sheet.button('Continue').click()
      await sheet.button('Confirm withdrawal').click()
      await expect(sheet.text('Your money is on its way')).toBeVisible()
      await sheet.button('Done').click()
      expect(await balanceAndRows(server.origin, member, 'withdraw')).toEqual({ amount: 400, rows: 1 })
      await page.goto('/user/home?open=withdraw')
      const waiting = sheet.surface
        .getByRole('group')
        .filter({ hasText: words.say('Your money is on its way') })
      await expect(waiting).toContainText('100.00')
      await expect(waiting).not.toContainText(absurd)
      await page.goto('/user/statement')
      await expect(app.heading('Statement')).toBeVisible()
      const rows = page.getByRole('main').getByRole('list')
      await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
        words.like('Today · {date}'),
      ])
      await expect(rows.getByRole('listitem')).toHaveCount(2)
      await expect(rows).not.toContainText(absurd)
    })

    await test.step('offline, the last known data shows its true age', async () => {
      await page.route('**/api/**', (route) => route.abort('connectionfailed'))
      await page.goto('/user/home')
      await app.expectBalance('400.00')
      await expect(app.wallet()).toContainText(words.like('As of {at} · {age}'))
      await expect(app.wallet()).toContainText(today())
      await expect(app.wallet()).not.toContainText(absurd)
      await page.goto('/user/statement')
      await expect(app.text('As of {at} · {age}')).toBeVisible()
      await expect(page.getByRole('main')).not.toContainText(absurd)
      await page.goto('/user/home?open=deposit')
      const left = () => app.sheet('Deposit').surface.getByRole('timer').innerText().then(inSeconds)
      await expect.poll(left).toBeGreaterThan(0)
      expect(await left()).toBeLessThanOrEqual(60 * 60)
    })

    await test.step('after the clock is corrected, old data does not count as new', async () => {
      const context = page.context()
      await page.close()
      const later = await context.newPage()
      const right = new App(later, words)
      await later.route('**/api/**', (route) => route.abort('connectionfailed'))
      await later.goto('/user/home')
      await right.expectBalance('400.00')
      await expect(right.wallet()).toContainText(today())
      await expect(right.wallet()).not.toContainText(words.like('Updated {at}'))
      await expect(right.wallet()).not.toContainText('เมื่อสักครู่')
      await later.unroute('**/api/**')
      await sandbox.deposit(member.phone, 11)
      await later.goto('/user/home')
      await right.expectBalance('411.00')
      await right.link('History').click()
      await expect(later.getByRole('main').getByText('+11.00 ฿')).toBeVisible()
      await expect(later.getByRole('main')).not.toContainText(absurd)
    })
  })
}
