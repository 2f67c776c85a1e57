import type { BrowserContext } from 'playwright/test'
import { App } from '../../tests/support/app.ts'
import { workerReady } from '../../tests/support/fixtures.ts'
import { attempt, type Finding, judge } from './finding.ts'
import { type Site, words } from './site.ts'

/** Chromium's own view of the installability, and whether the service worker controls the page. */
export async function auditInstalling({ origin }: Site, context: BrowserContext): Promise<Finding[]> {
  const page = await context.newPage()
  await page.goto(`${origin}/login`)
  const worker = await attempt('the worker is in charge', 'Register /sw.js for the whole site.', async () => {
    await workerReady(page)
    return await page.evaluate(async () => {
      const { active, scope } = await navigator.serviceWorker.ready
      if (new URL(scope).pathname !== '/') throw new Error(`only of ${scope}`)
      return `${active?.scriptURL ?? ''}, for all of ${scope}`
    })
  })
  const chrome = await context.newCDPSession(page)
  const { installabilityErrors: errors } = await chrome.send('Page.getInstallabilityErrors')
  const { errors: faults } = await chrome.send('Page.getAppManifest')
  const hindrances = errors.map(({ errorId }) => errorId).join(', ')
  await page.close()
  return [
    worker,
    judge(
      'Chromium would install it',
      errors.length === 0,
      hindrances || 'nothing against it',
      'Mend what Chromium names.',
    ),
    judge(
      'Chromium reads the manifest',
      faults.length === 0,
      faults.map(({ message }) => message).join('; ') || 'without a complaint',
      'Mend what Chromium names.',
    ),
  ]
}

/** The page in both themes: its background, and the colour of the phone's bars. */
export async function auditThemes({ origin }: Site, context: BrowserContext): Promise<Finding[]> {
  const page = await context.newPage()
  const findings: Finding[] = []
  for (const [scheme, isLight] of [
    ['light', true],
    ['dark', false],
  ] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    await page.goto(`${origin}/login`)
    await new App(page, words).heading('Log in').waitFor()
    const { ground, bar } = await page.evaluate(() => {
      const themes = [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')]
      const grounds = [document.body, document.documentElement].map(
        (part) => getComputedStyle(part).backgroundColor,
      )
      const brush = new OffscreenCanvas(1, 1).getContext('2d')
      if (!brush) throw new Error('no canvas')
      const colours = [
        grounds.find((colour) => colour !== 'rgba(0, 0, 0, 0)') ?? '',
        themes.find(({ media }) => !media || matchMedia(media).matches)?.content ?? '',
      ].map((colour) => {
        brush.fillStyle = colour
        brush.fillRect(0, 0, 1, 1)
        return [...brush.getImageData(0, 0, 1, 1).data]
      })
      return { ground: colours[0] ?? [], bar: colours[1] ?? [] }
    })
    const holds = lightness(ground) > 0.5 === isLight && lightness(bar) > 0.5 === isLight
    const todo = 'Ground and theme-color have to follow prefers-color-scheme.'
    findings.push(
      judge(
        `by ${isLight ? 'day' : 'night'}`,
        holds,
        `ground rgb(${ground.join(' ')}), bar rgb(${bar.join(' ')})`,
        todo,
      ),
    )
  }
  await page.close()
  return findings
}

/** From 0 to 1. */
function lightness([red = NaN, green = NaN, blue = NaN]: readonly number[]): number {
  return (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255
}
