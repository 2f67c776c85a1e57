import type { BrowserContext, Page } from 'playwright/test'
import { App } from '../../tests/support/app.ts'
import { signInAs } from '../../tests/support/fixtures.ts'
import type { Release } from '../../tests/support/release.ts'
import { wordsOf } from '../../tests/support/words.ts'

/** The audit reads the app in Thai. */
export const words = wordsOf('th')

/** What is audited: a running site, or the build with the audit's own backend. */
export interface Site {
  origin: string
  /** Only for the audit's own backend. */
  release?: Release
  /** The member to sign in as, if there is one. */
  member?: { token: string }
}

/** Runs something offline; the audit's own server is stopped too. */
export async function withoutNetwork<T>(
  site: Site,
  context: BrowserContext,
  action: () => Promise<T>,
): Promise<T> {
  await context.setOffline(true)
  await site.release?.server.stop()
  try {
    return await action()
  } finally {
    await site.release?.server.restart()
    await context.setOffline(false)
  }
}

export const needsMember = 'needs a member: name one in AUDIT_PHONE and AUDIT_PASSWORD'
export const needsRelease = 'needs a backend of the audit’s own'

/** Opens the member's wallet in a new tab. */
export async function openHome({ member }: Site, context: BrowserContext): Promise<Page> {
  if (!member) throw new Error(needsMember)
  const page = await context.newPage()
  await signInAs(page, member)
  await new App(page, words).wallet().waitFor()
  return page
}
