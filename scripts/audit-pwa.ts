import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium } from 'playwright/test'
import { callApi, registerMember } from '../tests/support/members.ts'
import { startRelease } from '../tests/support/release.ts'
import { Sandbox } from '../tests/support/sandbox.ts'
import { auditEntryPoints } from './audit/entry-points.ts'
import { auditFiles } from './audit/files.ts'
import { findSite, SiteProblem } from './audit/find-site.ts'
import { attemptAll, type Finding, judge, type Section } from './audit/finding.ts'
import { auditInstalling, auditThemes } from './audit/installing.ts'
import { auditOffline } from './audit/offline.ts'
import { countOf, linesOf, markdownOf } from './audit/report.ts'
import type { Site } from './audit/site.ts'
import { auditUpdating } from './audit/updating.ts'
import { auditWithLighthouse } from './audit/with-lighthouse.ts'
import { buildApp } from './build-app.ts'
import { chromiumArgs, ensureChromium, findChromium } from './chromium.ts'

/**
 * Audits the app as a tester of PWAs would, prints what fails and what to do, and writes `audit/report.md`. Without an address
 * it builds the app and starts a backend with data of its own; with one it audits the site there.
 */
const [address] = process.argv.slice(2)
const site = address === undefined ? await startHere() : await visit(address).catch(giveUp)
process.env['CHROMIUM_PATH'] = ensureChromium()
const sections: Section[] = []
try {
  await audit(site)
} finally {
  await site.release?.dispose()
}

const when = new Date().toISOString().slice(0, 16).replace('T', ' ')
const what = site.release ? 'The production build with a backend of its own' : site.origin
mkdirSync('audit', { recursive: true })
writeFileSync('audit/report.md', markdownOf(sections, `${what}, ${when} UTC.`))
const failed = countOf(sections, 'fail')
console.log(
  `\n${countOf(sections, 'pass')} passed, ${failed} failed, ${countOf(sections, 'skipped')} skipped. See audit/report.md`,
)
process.exit(failed > 0 ? 1 : 0)

async function startHere(): Promise<Site> {
  await buildApp()
  const release = await startRelease()
  const { origin } = release.server
  return { origin, release, member: await registerMember(new Sandbox(origin), 1250) }
}

async function visit(where: string): Promise<Site> {
  const origin = await findSite(where)
  const { AUDIT_PHONE: username, AUDIT_PASSWORD: password } = process.env
  if (!username || !password) return { origin }
  const { token } = await callApi(origin, 'POST', '/api/login', { username, password }).catch(
    (error: unknown) => {
      throw new SiteProblem(`AUDIT_PHONE and AUDIT_PASSWORD do not sign in there. ${String(error)}`)
    },
  )
  return { origin, member: { token: String(token) } }
}

function giveUp(error: unknown): never {
  if (!(error instanceof SiteProblem)) throw error
  console.error(error.message)
  process.exit(2)
}

async function audit(audited: Site): Promise<void> {
  const add = (title: string, findings: readonly Finding[]) => {
    const section = { title, findings }
    sections.push(section)
    console.log(linesOf(section))
  }
  const { manifest, sections: files } = await auditFiles(audited.origin)
  for (const { title, findings } of files) add(title, findings)

  const inBrowser = (action: (context: BrowserContext) => Promise<Finding[]>) =>
    attemptAll(() => withBrowser(audited.origin, action))
  const heard: string[] = []
  const listening = (action: (context: BrowserContext) => Promise<Finding[]>) =>
    inBrowser(async (context) => {
      context.on('weberror', (error) => heard.push(String(error.error())))
      context.on('console', (message) => {
        if (message.type() === 'error') heard.push(`${message.text()} ${message.location().url}`)
      })
      return await action(context)
    })
  add('Installing', await listening((context) => auditInstalling(audited, context)))
  add('Themes', await listening((context) => auditThemes(audited, context)))
  add('Shortcuts and sharing', await listening((context) => auditEntryPoints(audited, context, manifest)))
  const silent = heard.length === 0
  const todo = 'Mend what the pages threw or broke of their policy.'
  add('Console', [judge('no error on the way', silent, silent ? 'silent' : heard.join('; '), todo)])
  add('Without a network', await inBrowser((context) => auditOffline(audited, context)))
  add('Updates', await inBrowser((context) => auditUpdating(audited, context)))
  add('Lighthouse', await auditWithLighthouse(audited))
}

/** A browser with a new profile: Playwright's usual contexts count as incognito, where nothing can be installed. */
async function withBrowser(
  baseURL: string,
  action: (context: BrowserContext) => Promise<Finding[]>,
): Promise<Finding[]> {
  const profile = mkdtempSync(join(tmpdir(), 'champa-audit-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findChromium(),
    args: chromiumArgs,
    baseURL,
    viewport: { width: 360, height: 780 },
    hasTouch: true,
    timezoneId: 'Asia/Bangkok',
  })
  try {
    await context.addInitScript(() => {
      if (location.protocol.startsWith('http')) localStorage.setItem('champa.locale', '"th"')
    })
    return await action(context)
  } finally {
    await context.close()
    rmSync(profile, { recursive: true, force: true })
  }
}
