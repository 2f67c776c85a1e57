import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Locator } from 'playwright/test'
import { App } from '../tests/support/app.ts'
import { withoutEvents } from '../tests/support/fixtures.ts'
import { callApi, registerMember } from '../tests/support/members.ts'
import { ConsoleTab, Sandbox } from '../tests/support/sandbox.ts'
import { startServer } from '../tests/support/server.ts'
import { languages, wordsOf } from '../tests/support/words.ts'
import { chromiumArgs, findChromium } from './chromium.ts'
import { captionsOf, type TimedStep } from './videos/captions.ts'
import { Film } from './videos/film.ts'
import { type Stage, type Video, videos } from './videos/steps.ts'

// Films the help videos: the built app (dist/) is used as a member would use it, with a backend of its own. Needs ffmpeg. `node
// --import tsx scripts/make-videos.ts` makes all of them; names after it select some.
const target = 'public/videos'
const asked = process.argv.slice(2)
mkdirSync(target, { recursive: true })
const server = await startServer()
const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArgs })
try {
  for (const video of videos) if (asked.length === 0 || asked.includes(video.name)) await make(video)
} finally {
  await browser.close()
  await server.dispose()
}

async function make(video: Video): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'champa-film-'))
  const sandbox = new Sandbox(server.origin)
  const member = await registerMember(sandbox, video.baht)
  const call: Stage['call'] = (method, path, body) => callApi(server.origin, method, path, body, member.token)
  await video.before?.({ call })

  const entry = (name: string, value: string) => ({ name: `champa.${name}`, value: JSON.stringify(value) })
  const context = await browser.newContext({
    baseURL: server.origin,
    viewport: { width: 360, height: 640 },
    deviceScaleFactor: 1.5,
    hasTouch: true,
    colorScheme: 'dark',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    timezoneId: 'Asia/Bangkok',
    storageState: {
      cookies: [],
      origins: [
        { origin: server.origin, localStorage: [entry('locale', 'th'), entry('token', member.token)] },
      ],
    },
  })
  await withoutEvents(context)
  const page = await context.newPage()
  const outside = new ConsoleTab(await context.newPage())
  const film = new Film(page, folder)
  const stage: Stage = {
    page,
    app: new App(page, wordsOf('th')),
    outside,
    member,
    call,
    tap: async (on) => {
      await point(film, on)
      await on.click()
    },
    type: async (on, text) => {
      await point(film, on)
      await on.click()
      for (let letters = 1; letters <= text.length; letters += 1) {
        await on.fill(text.slice(0, letters))
        await film.shoot(0.25)
      }
    },
  }
  await page.goto(video.path)
  await page.waitForLoadState('networkidle')

  const timed: TimedStep[] = []
  for (const step of video.steps) {
    const from = film.length
    // Long enough to read the caption, then shows the result.
    await film.shoot(1 + step.says.th.length / 25)
    await step.action(stage)
    await page.waitForLoadState('networkidle')
    await film.shoot(1)
    timed.push({ step, from, until: film.length })
  }
  const path = join(target, `${video.name}.mp4`)
  film.write(path, join(target, `${video.name}.webp`))
  for (const language of languages) {
    writeFileSync(join(target, `${video.name}.${language}.vtt`), captionsOf(timed, language))
  }
  await context.close()
  rmSync(folder, { recursive: true })
  console.log(`${path}: ${film.length.toFixed(1)} s, ${(statSync(path).size / 1024).toFixed(0)} KiB`)
}

/** Marks where the finger taps. */
async function point(film: Film, on: Locator): Promise<void> {
  await on.scrollIntoViewIfNeeded()
  const box = await on.boundingBox()
  if (!box) throw new Error('what is tapped cannot be seen')
  const remove = await film.page.evaluateHandle(
    ({ x, y }) => {
      const ring = document.createElement('div')
      Object.assign(ring.style, {
        position: 'fixed',
        left: `${x - 24}px`,
        top: `${y - 24}px`,
        width: '48px',
        height: '48px',
        borderRadius: '50%',
        border: '3px solid #f0c870',
        background: 'rgb(240 200 112 / 0.35)',
        zIndex: '99999',
        pointerEvents: 'none',
      })
      document.body.append(ring)
      return ring
    },
    { x: box.x + box.width / 2, y: box.y + box.height / 2 },
  )
  await film.shoot(0.7)
  await remove.evaluate((ring) => ring.remove())
}
