import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium } from 'playwright/test'
import { findChromium, chromiumArgs } from '../../scripts/chromium.ts'
import { App } from '../support/app.ts'
import { store } from '../support/browser-storage.ts'
import { expect, signInAs, test, workerReady } from '../support/fixtures.ts'
import { wordsOf } from '../support/words.ts'

test.use({ serviceWorkers: 'allow' })

/** A browser with a profile of its own: an ordinary test context counts as incognito, where nothing can be installed. */
async function inOwnProfile(
  baseURL: string,
  work: (context: BrowserContext) => Promise<void>,
): Promise<void> {
  const profile = mkdtempSync(join(tmpdir(), 'champa-profile-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findChromium(),
    args: chromiumArgs,
    baseURL,
  })
  try {
    await work(context)
  } finally {
    await context.close()
    // Chromium's helper processes may still be writing there.
    rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
}

test('Chrome reports the app as installable', async ({ server }) => {
  await inOwnProfile(server.origin, async (context) => {
    const page = await context.newPage()
    await page.goto(`${server.origin}/login`)
    await workerReady(page)
    const chrome = await context.newCDPSession(page)
    const { installabilityErrors } = await chrome.send('Page.getInstallabilityErrors')
    expect(installabilityErrors).toEqual([])
    const { errors } = await chrome.send('Page.getAppManifest')
    expect(errors).toEqual([])
  })
})

/** Links that somebody else's page may show: none may open a sheet, leave the site or run anything. */
const hostileLinks = [
  'web+champa:transfer?amount=5000',
  'web+champa:deposit&open=withdraw',
  'web+champa://evil.example/login',
  'web+champa:javascript:alert(1)',
  'web+champa:<img src=x onerror=alert(1)>',
]

test('a link of the app’s own protocol opens the sheet that it names, and nothing else', async ({
  server,
  newMember,
  words,
}) => {
  const { protocol_handlers: handlers } = JSON.parse(readFileSync('public/manifest.webmanifest', 'utf8')) as {
    protocol_handlers: { protocol: string; url: string }[]
  }
  await inOwnProfile(server.origin, async (context) => {
    const page = await context.newPage()
    const chrome = await context.newCDPSession(page)
    // The browser asks the person otherwise.
    await chrome.send('Page.setRPHRegistrationMode', { mode: 'autoAccept' })
    const ran: string[] = []
    page.on('dialog', (dialog) => {
      ran.push(dialog.message())
      return dialog.dismiss()
    })
    const member = await newMember(20)
    await signInAs(page, member, '/robots.txt')
    // An installed app gets these handlers from its manifest.
    await page.evaluate((all) => {
      for (const { protocol, url } of all) navigator.registerProtocolHandler(protocol, url)
    }, handlers)
    const follow = async (href: string) => {
      await page.goto('/robots.txt')
      await page.evaluate((to) => {
        const link = Object.assign(document.createElement('a'), { href: to })
        link.append('a link of another page')
        document.body.replaceChildren(link)
      }, href)
      // The browser takes a moment to register it, and tells nobody when it has. Once it leads away, the link is gone.
      await expect(async () => {
        const link = page.getByRole('link', { name: 'a link of another page' })
        await link.click({ timeout: 1000 }).catch(() => undefined)
        await expect(page).toHaveURL(/\/user\/home|\/login/u, { timeout: 2000 })
      }).toPass()
    }
    const withdraw = page.getByRole('dialog', { name: words.say('Withdraw'), exact: true })
    await follow('web+champa:withdraw')
    await expect(withdraw).toBeVisible()
    await expect(page).toHaveURL(/\/user\/home\?open=withdraw$/u)

    const app = new App(page, words)
    for (const link of hostileLinks) {
      await follow(link)
      await app.expectBalance('20.00')
      await expect(page, link).toHaveURL(`${server.origin}/user/home`)
      await expect(page.getByRole('dialog'), link).toHaveCount(0)
    }
    expect(ran).toEqual([])
  })
})

test('the manifest is in the language that was chosen in the app', async ({
  server,
  page,
  context,
  words,
}) => {
  const manifest = async () => {
    const chrome = await context.newCDPSession(page)
    const { data, errors } = await chrome.send('Page.getAppManifest')
    expect(errors).toEqual([])
    return JSON.parse(data ?? '') as { lang: string; name: string; shortcuts: { name: string }[] }
  }
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: words.say('Log in') })).toBeVisible()
  expect((await manifest()).lang).toBe('th')
  for (const [language, lang] of [
    ['la', 'lo'],
    ['en', 'en'],
  ] as const) {
    await store(page, 'locale', language)
    await page.reload()
    await expect(page.getByRole('heading', { name: wordsOf(language).say('Log in') })).toBeVisible()
    const { lang: told, shortcuts } = await manifest()
    expect(told).toBe(lang)
    expect(shortcuts.map(({ name }) => name)).toContain(wordsOf(language).say('Withdraw'))
  }
  // Without a reload: who switches and then installs gets the name in the language just chosen.
  await page.getByRole('button', { name: 'ไทย' }).click()
  await expect.poll(async () => (await manifest()).name).toContain(words.say('Wallet'))
  const asked = await fetch(`${server.origin}/manifest.webmanifest`, { headers: { 'Accept-Language': 'lo' } })
  expect(((await asked.json()) as { lang: string }).lang).toBe('lo')
})

interface Picture {
  src: string
  sizes: string
  type: string
  purpose?: string
}

test('the pictures and shortcuts in the manifest exist', async ({ server, page }) => {
  const response = await fetch(`${server.origin}/manifest.webmanifest`)
  expect(response.headers.get('content-type')).toContain('application/manifest+json')
  const manifest = (await response.json()) as {
    id: string
    start_url: string
    icons: Picture[]
    screenshots: Picture[]
    shortcuts: { url: string; icons?: Picture[] }[]
  }
  expect(manifest.id).toBeTruthy()
  expect(manifest.icons.some(({ purpose }) => purpose?.includes('maskable'))).toBe(true)
  expect(manifest.screenshots.length).toBeGreaterThan(0)
  await page.goto('/robots.txt')
  const pictures = [
    ...manifest.icons,
    ...manifest.screenshots,
    ...manifest.shortcuts.flatMap(({ icons = [] }) => icons),
  ]
  for (const { src, sizes, type } of pictures) {
    const file = await fetch(new URL(src, server.origin))
    expect(file.headers.get('content-type'), src).toContain(type)
    if (sizes === 'any') continue
    const size = await page.evaluate(async (address) => {
      const image = Object.assign(new Image(), { src: address })
      await image.decode()
      return `${image.naturalWidth}x${image.naturalHeight}`
    }, src)
    expect(sizes.split(' '), src).toContain(size)
  }
  for (const path of [manifest.start_url, ...manifest.shortcuts.map(({ url }) => url)]) {
    expect((await fetch(new URL(path, server.origin))).status, path).toBe(200)
  }
})
