import type { BrowserContext, Page } from 'playwright/test'
import { App } from './app.ts'
import { expect } from './expect.ts'
import { openMemberSheet } from './fixtures.ts'
import { callApi, type TestMember } from './members.ts'

export interface Account {
  username: string
  password: string
}

/** Opens the member’s account at a game’s provider. */
export async function activate(origin: string, { token }: TestMember, code: string): Promise<Account> {
  const account = await callApi(origin, 'GET', `/api/wallet/activate/${code}`, undefined, token)
  return { username: String(account['username']), password: String(account['password']) }
}

/** Opens the sheet of a game by its address, within the app: a load of the page for each game costs more than the game. */
export async function openGame(page: Page, app: App, code: string): Promise<App> {
  await openMemberSheet(page, app.words, `/user/home?open=game&game=${code}`)
  const sheet = page.getByRole('dialog')
  await expect(app.button('Transfer only')).toBeVisible()
  return new App(sheet, app.words)
}

/** Taps, and returns the tab that this opened. */
export async function tapForNewTab(context: BrowserContext, tap: () => Promise<void>): Promise<Page> {
  const opened = context.waitForEvent('page')
  await tap()
  return opened
}

/** What would let the provider reach the app's page, or see where its player came from. */
export const openerAndReferrer = (tab: Page) =>
  tab.evaluate(() => ({ opener: window.opener, referrer: document.referrer }))
