import type { Page } from 'playwright/test'
import { expect } from './expect.ts'
import { saveRules, submitForm } from './submit-form.ts'

/** The sandbox's console, called directly where a test only needs its effect. */
export class Sandbox {
  readonly origin: string
  constructor(origin: string) {
    this.origin = origin
  }

  /** The newest one-time code sent to this phone. */
  async codeFor(phone: string): Promise<string> {
    let code: string | undefined
    await expect(async () => {
      const page = await (await fetch(`${this.origin}/sandbox`)).text()
      const row = page.split('<tr>').find((part) => part.includes(phone) && part.includes('data-code'))
      code = /data-code>(\d{6})</u.exec(row ?? '')?.[1]
      expect(code, `the code sent to ${phone}`).toBeDefined()
    }).toPass({ timeout: 30_000 })
    return code ?? ''
  }

  /** Deposits this amount in baht by a bank transfer to the member. */
  async deposit(phone: string, baht: number): Promise<void> {
    await this.submit('/transfers', { phone, amount: String(baht) }, 'added')
  }

  /** Pays the member's open QR code. */
  async payQr(phone: string): Promise<void> {
    await this.endQr(phone, 'pay', 'paid')
  }

  /** Lets the member's open QR code expire. */
  async expireQr(phone: string): Promise<void> {
    await this.endQr(phone, 'expire', 'expired')
  }

  private async endQr(phone: string, how: string, said: string): Promise<void> {
    const page = await (await fetch(`${this.origin}/sandbox`)).text()
    const row = page.split('<tr>').find((part) => part.includes(phone) && part.includes('/sandbox/qr/expire'))
    const reference = /name="reference" value="([^"]+)"/u.exec(row ?? '')?.[1] ?? ''
    await this.submit(`/qr/${how}`, { reference }, said)
  }

  /** The member stakes this amount in baht in games without winning or losing. */
  async play(phone: string, baht: number): Promise<void> {
    await this.submit('/rules/play', { phone, amount: String(baht) }, 'played')
  }

  /** How long a withdrawal waits before the bank gets it, for everybody. */
  async letWithdrawalsWait(seconds: number): Promise<void> {
    await saveRules(this.origin, '/rules/payouts', { waitSeconds: String(seconds), minutes: '30' })
  }

  private async submit(path: string, fields: Record<string, string>, flash: string): Promise<void> {
    await submitForm(this.origin, path, fields, flash)
  }
}

/** The sandbox's console in a tab. */
export class ConsoleTab {
  readonly page: Page
  constructor(page: Page) {
    this.page = page
  }

  /** Retries, because the console reloads itself after events, which can abort the navigation. */
  private async open(path: string): Promise<void> {
    await expect(async () => {
      await this.page.goto(path)
    }).toPass()
  }

  row(table: string, phone: string) {
    return this.page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: phone })
  }

  async codeFor(phone: string): Promise<string> {
    await this.open('/sandbox')
    return this.row('SMS sent', phone).first().locator('[data-code]').innerText()
  }

  async pay(phone: string): Promise<void> {
    await this.press('QR codes', phone, 'Pay', 'Paid.')
  }

  async expire(phone: string): Promise<void> {
    await this.press('QR codes', phone, 'Let expire', 'The QR is over')
  }

  async payLate(phone: string): Promise<void> {
    await this.press('QR codes', phone, 'Pay late', 'Paid too late')
  }

  async creditLate(phone: string): Promise<void> {
    await this.press('QR codes', phone, 'Credit', 'Credited')
  }

  /** Settles a gift link with this amount in baht. */
  async openGift(phone: string, baht: number): Promise<void> {
    await this.open('/sandbox/slips')
    const row = this.row('Gift links', phone).first()
    await row.getByLabel('Amount in baht').fill(String(baht))
    await row.getByRole('button', { name: 'Settle' }).click()
    await this.page.getByRole('button', { name: `to ${phone}` }).click()
    await expect(this.page.getByRole('status')).toContainText('Credited')
  }

  /** Rejects a gift link as empty. */
  async openEmptyGift(phone: string): Promise<void> {
    await this.open('/sandbox/slips')
    await this.row('Gift links', phone).first().getByRole('button', { name: 'Refuse' }).click()
    await expect(this.page.getByRole('status')).toContainText('Rejected')
  }

  async settle(phone: string): Promise<void> {
    await this.press('Withdrawals', phone, 'Settle', 'Settled')
  }

  async refuse(phone: string): Promise<void> {
    await this.press('Withdrawals', phone, 'Refuse', 'Refused')
  }

  private async press(table: string, phone: string, button: string, said: string): Promise<void> {
    await this.open('/sandbox')
    await this.row(table, phone).first().getByRole('button', { name: button, exact: true }).click()
    await expect(this.page.getByRole('status')).toContainText(said)
  }
}

/** A provider's page that a launch opened. */
export class GameTab {
  readonly page: Page
  constructor(page: Page) {
    this.page = page
  }

  async expectSignedIn(by: 'by a one-time link' | 'by a form', username: string, balance: string) {
    await expect(this.page.getByText(`Signed in ${by} as ${username}`)).toBeVisible()
    await this.expectBalance(balance)
  }

  async expectBalance(balance: string) {
    await expect(this.page.locator('[data-balance]')).toHaveText(`${balance} ฿`)
  }

  async play(result: 'Win' | 'Lose', baht: number) {
    await this.page.getByLabel('Amount in baht').fill(String(baht))
    await this.page.getByRole('button', { name: result }).click()
    await expect(this.page.getByRole('status')).toHaveText(result === 'Win' ? 'Won.' : 'Lost.')
  }
}
