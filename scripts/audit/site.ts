import type { BrowserContext, Page } from 'playwright/test'
import { App } from '../../tests/support/app.ts'
import { enter } from '../../tests/support/fixtures.ts'
import type { Release } from '../../tests/support/release.ts'
import { wordsOf } from '../../tests/support/words.ts'

/** The audit reads the app in Thai. */
export const words = wordsOf('th')

/** What is audited: a site that runs somewhere, or the build with a backend of this audit's own. */
export interface Site {
  origin: string
  /** Only where it is the audit's own. */
  release?: Release
  /** Who signs in, where somebody can. */
  member?: { token: string }
}

/** Takes the network away while this is done, and where it is ours the server too. */
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

/** The member's wallet, in a tab of its own. */
export async function openHome({ member }: Site, context: BrowserContext): Promise<Page> {
  if (!member) throw new Error(needsMember)
  const page = await context.newPage()
  await enter(page, member)
  await new App(page, words).wallet().waitFor()
  return page
}
