import type { FrameLocator, Locator, Page } from 'playwright/test'
import { expect } from './expect.ts'
import type { TestMember } from './members.ts'
import type { Words } from './words.ts'

type Surface = Pick<Page, 'getByRole' | 'getByLabel' | 'getByText' | 'locator'> | FrameLocator | Locator

/** The app as a member uses it: found by roles and names, in the page's language. */
export class App {
  readonly surface: Surface
  readonly words: Words
  constructor(surface: Surface, words: Words) {
    this.surface = surface
    this.words = words
  }

  button(english: string) {
    return this.surface.getByRole('button', { name: this.words.say(english), exact: true })
  }
  link(english: string) {
    return this.surface.getByRole('link', { name: this.words.say(english), exact: true })
  }
  field(english: string) {
    return this.surface.getByRole('textbox', { name: this.words.say(english), exact: true })
  }
  text(english: string) {
    return this.surface.getByText(this.words.like(english))
  }
  /** What the page says of the connection. While a sheet is open, a region beside the app says it too, for screen readers. */
  connection(english: string) {
    return this.surface.locator('#app').getByText(this.words.like(english))
  }
  heading(english: string) {
    return this.surface.getByRole('heading', { name: this.words.say(english), exact: true })
  }
  /** The button of a game's sheet that moves the typed amount, which it names. */
  transferTyped() {
    return this.surface.getByRole('button', { name: /\d ฿$/u })
  }
  /** The content of an open sheet or dialog. */
  sheet(english: string) {
    const dialog = this.surface.getByRole('dialog', { name: this.words.say(english), exact: true })
    return new App(dialog, this.words)
  }
  wallet() {
    return this.surface.getByRole('region', { name: this.words.say('Wallet'), exact: true })
  }

  async expectBalance(baht: string, timeoutMs?: number) {
    await expect(this.wallet().getByRole('paragraph').filter({ hasText: '฿' })).toHaveText(
      new RegExp(String.raw`^${baht}\s*฿$`, 'u'),
      timeoutMs === undefined ? {} : { timeout: timeoutMs },
    )
  }

  /** Fills the sign-in and sends it. */
  async fillSignIn({ phone, password }: Pick<TestMember, 'phone' | 'password'>) {
    await this.field('Phone number').fill(phone)
    // A password field has no role.
    await this.surface.getByLabel(this.words.say('Password'), { exact: true }).fill(password)
    await this.button('Log in').click()
  }

  /** Signs in, which leads home. */
  async logIn(member: Pick<TestMember, 'phone' | 'password'>) {
    await this.fillSignIn(member)
    await expect(this.wallet()).toBeVisible()
  }

  /** Signs out. The toast that may cover the button would stay for four seconds. */
  async logOut() {
    const toasts = this.surface.locator('[data-toaster] button')
    await toasts.evaluateAll((buttons) => buttons.forEach((close) => (close as HTMLElement).click()))
    await this.button('Log out').first().click()
  }

  /** Signs out although something is not sent yet, which the browser asks about. */
  async logOutUnsent(page: Page) {
    page.once('dialog', (question) => void question.accept())
    await this.button('Log out').first().click()
  }

  /** Opens one of the menu's tiles. */
  async choose(tile: 'Deposit' | 'Withdraw') {
    await this.button('Deposit, withdraw and more').click()
    const drawer = this.sheet('What next?')
    await drawer.surface
      .getByRole('button', { name: this.words.say(tile) })
      .first()
      .click()
    return this.sheet(tile)
  }
}
