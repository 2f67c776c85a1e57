import { type BrowserContext, expect } from 'playwright/test'
import { App } from '../../tests/support/app.ts'
import { workerReady } from '../../tests/support/fixtures.ts'
import { attempt, type Finding, skipped } from './finding.ts'
import { needsMember, openHome, type Site, withoutNetwork, words } from './site.ts'

/** After one visit every page opens offline, and says that it is offline. */
export async function auditOffline(site: Site, context: BrowserContext): Promise<Finding[]> {
  const { origin } = site
  const todo = 'The worker has to answer with the app’s shell.'
  const first = await context.newPage()
  await first.goto(`${origin}/login`)
  const worker = await attempt('one visit is enough', todo, async () => {
    await workerReady(first)
    return 'the worker is there'
  })
  // Without it everything below would fail the same.
  if (worker.outcome === 'fail') return [worker]
  await first.close()
  const opens = (path: string, shows: (app: App) => Promise<string>) =>
    attempt(path, todo, async () => {
      const page = await context.newPage()
      try {
        await page.goto(origin + path)
        return await shows(new App(page, words))
      } finally {
        await page.close()
      }
    })
  const heading = (english: string) => async (app: App) => {
    await app.heading(english).waitFor()
    return `“${words.say(english)}”`
  }
  const visitor = await withoutNetwork(site, context, async () => [
    await opens('/', heading('Log in')),
    await opens('/login', heading('Log in')),
    await opens('/no-such-page', notFound),
  ])
  if (!site.member)
    return [...visitor, skipped('/user/home', needsMember), skipped('/user/statement', needsMember)]

  const page = await openHome(site, context)
  const balance = (app: App) => app.wallet().getByRole('paragraph').filter({ hasText: '฿' }).innerText()
  const online = await balance(new App(page, words))
  await page.goto(`${origin}/user/statement`)
  await new App(page, words).heading('Statement').waitFor()
  await workerReady(page)
  await page.close()
  const member = await withoutNetwork(site, context, async () => [
    await opens('/user/home', async (app) => {
      await app.text('Offline · you see what was last known').waitFor()
      const shown = await balance(app)
      if (shown !== online) throw new Error(`the wallet shows ${shown} in place of ${online}`)
      await expect(app.wallet()).toContainText(words.like('As of {at} · {age}'))
      return `${shown}, with its age`
    }),
    await opens('/user/statement', heading('Statement')),
    await opens('/user/home?open=withdraw', async (app) => {
      const sheet = app.sheet('Withdraw').surface
      await sheet.getByText(words.like('You are offline')).first().waitFor()
      await expect(sheet.getByRole('button', { name: words.say('Continue'), disabled: false })).toHaveCount(0)
      return 'opens, and lets nothing be sent'
    }),
  ])
  return [...visitor, ...member]
}

async function notFound(app: App): Promise<string> {
  await app.text('Page Not Found').waitFor()
  return `“${words.say('Page Not Found')}”`
}
