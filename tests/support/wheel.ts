import type { Page } from 'playwright/test'
import type { App } from './app.ts'
import { expect } from './expect.ts'
import type { TestMember } from './members.ts'
import type { Sandbox } from './sandbox.ts'
import { submitForm } from './submit-form.ts'

/** The sandbox's wheel, clockwise. */
export const slices = [
  { code: 'B500', colour: '#f7bf45' },
  { code: 'B10', colour: '#2f6cb4' },
  { code: 'NONE1', colour: '#f5ead3' },
  { code: 'B20', colour: '#173a78' },
  { code: 'B50', colour: '#f5ead3' },
  { code: 'NONE2', colour: '#2f6cb4' },
  { code: 'B100', colour: '#f5ead3' },
  { code: 'B5', colour: '#173a78' },
] as const

/** Makes the member's next spin land on this slice. */
export async function forceNextSpin(sandbox: Sandbox, { phone }: TestMember, slice: string): Promise<void> {
  await submitForm(sandbox.origin, '/wheel/landing', { phone, slice }, 'aimed')
}

/** The painted colours just inside the rim, clockwise from the pointer, one per slice. */
export function coloursAround(page: Page, count: number): Promise<string[]> {
  return page
    .locator('canvas')
    .first()
    .evaluate((canvas: HTMLCanvasElement, slices) => {
      const ink = canvas.getContext('2d')
      const middle = canvas.width / 2
      return Array.from({ length: slices }, (_, index) => {
        const at = (index * 2 * Math.PI) / slices
        const away = (middle * 139) / 153
        const [red = 0, green = 0, blue = 0] =
          ink?.getImageData(
            Math.round(middle + away * Math.sin(at)),
            Math.round(middle - away * Math.cos(at)),
            1,
            1,
          ).data ?? []
        return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`
      })
    }, count)
}

export class Wheel {
  readonly page: Page
  readonly app: App
  constructor(page: Page, app: App) {
    this.page = page
    this.app = app
  }

  hub(coins: number) {
    return this.page.getByRole('button', { name: new RegExp(`, ${coins}\\s`, 'u') })
  }

  /** Spins, waits for the prize, and returns the colour under the pointer after the wheel has stopped. */
  async spin(): Promise<string | undefined> {
    await this.app.button('Spin for 1 coin').click()
    await expect(this.app.text('The wheel stopped at: {label}')).toBeAttached({ timeout: 60_000 })
    const [atPointer] = await coloursAround(this.page, 1)
    return atPointer
  }

  prize() {
    const { say } = this.app.words
    const hasText = new RegExp(`${say('The wheel stopped here.')}|${say('No prize this time')}`, 'u')
    // A prize that can be claimed asks.
    return this.page.getByRole('dialog').or(this.page.getByRole('alertdialog')).filter({ hasText })
  }

  async readPrize() {
    const { say } = this.app.words
    await this.prize()
      .getByRole('button', { name: new RegExp(`^(?:${say('OK')}|${say('Not now')})$`, 'u') })
      .click()
    await expect(this.prize()).toHaveCount(0)
  }

  coupons() {
    return this.page.getByRole('table', { name: this.app.words.say('My coupons') }).locator('tbody tr')
  }
}
