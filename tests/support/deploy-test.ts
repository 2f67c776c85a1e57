import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright/test'
import { App } from './app.ts'
import { expect, signInAs, storageStateFor, test as base, workerReady } from './fixtures.ts'
import { registerMember, type TestMember } from './members.ts'
import { Sandbox } from './sandbox.ts'
import { startServer, type TestServer } from './server.ts'
import { openWorkerDevtools } from './worker-devtools.ts'

/** A separate site, so that a test can deploy another release while pages are open. Each test begins with the first one. */
interface Site {
  server: TestServer
  /** The folder of the served files. */
  folder: string
  newMember: (baht?: number) => Promise<TestMember>
  /**
   * Replaces the release by the next one: every file has a new name, and none of the old files remains. The server keeps
   * running, because it reads what it serves anew, unless it is to `restart` as where it is replaced with the files.
   */
  deploy: (how?: { restart: boolean }) => Promise<void>
}

/** The server of a worker's sites, and the folder with their releases. */
interface Host {
  server: TestServer
  folder: string
}

const leftOut = /\.(?:br|gz|mp4)$|\/(?:screenshots|former)/
const hashed = /([\w-]{8})(\.(?:js|css|svg|png|webp))/g

export const test = base.extend<{ site: Site }, { host: Host }>({
  serviceWorkers: 'allow',
  host: [
    async ({ browserName: _browser }, provide) => {
      const folder = mkdtempSync(join(tmpdir(), 'champa-release-'))
      cpSync('dist', join(folder, '0'), { recursive: true, filter: (path) => !leftOut.test(path) })
      serve(folder, 0)
      const server = await startServer({}, folder)
      await provide({ server, folder })
      await server.dispose()
      rmSync(folder, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  site: async ({ host: { server, folder } }, provide) => {
    let release = 0
    await provide({
      server,
      folder: join(folder, 'dist'),
      newMember: (baht) => registerMember(new Sandbox(server.origin), baht),
      deploy: async ({ restart } = { restart: false }) => {
        const next = join(folder, String(release + 1))
        cpSync(join(folder, String(release)), next, { recursive: true })
        release += 1
        renameAll(next, release)
        if (restart) await server.stop()
        serve(folder, release)
        if (restart) await server.restart()
      },
    })
    serve(folder, 0)
    for (; release > 0; release -= 1) rmSync(join(folder, String(release)), { recursive: true })
  },
  baseURL: ({ site }, provide) => provide(site.server.origin),
  storageState: ({ site, language }, provide) => provide(storageStateFor(site.server.origin, language)),
})

/** Replaces one release by another in one step, so that no file is missing in between. */
function serve(folder: string, release: number): void {
  const next = join(folder, 'next')
  symlinkSync(String(release), next)
  renameSync(next, join(folder, 'dist'))
}

/** Renames the app's files as another build would: other hashes, another visible version. */
function renameAll(dist: string, release: number): void {
  const names = readdirSync(join(dist, 'assets'))
  const later = new Map<string, string>()
  for (const name of names) {
    const [, hash = '', ending = ''] = new RegExp(`-${hashed.source}$`).exec(name) ?? []
    // Either of two names: the one that the file does not have yet.
    const start = hash.startsWith(`${release}_`) ? `${release}-` : `${release}_`
    if (hash) later.set(hash + ending, start + hash.slice(2) + ending)
  }
  const rename = (text: string) => text.replaceAll(hashed, (old) => later.get(old) ?? old)
  for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(?:js|css|html|webmanifest)$/.test(name)) continue
    const text = rename(readFileSync(join(dist, name), 'utf8'))
      .replaceAll('"revision":"', `"revision":"${release}`)
      .replaceAll(/\b1\.1\.\d+\b/g, `1.1.${14 + release}`)
    writeFileSync(join(dist, name), text)
  }
  for (const name of names) renameSync(join(dist, 'assets', name), join(dist, 'assets', rename(name)))
}

/** Opens a page of this release and waits for its service worker. */
export async function openWithWorker(
  context: BrowserContext,
  words: App['words'],
  member: TestMember,
  path?: string,
): Promise<App & { page: Page }> {
  const page = await context.newPage()
  await signInAs(page, member, path)
  await workerReady(page)
  await page.evaluate(() => Object.assign(globalThis, { neverReloaded: true }))
  return Object.assign(new App(page, words), { page })
}

/** Whether the page has not been reloaded since it was opened. */
export const isSamePage = (page: Page) =>
  page.evaluate(() => 'neverReloaded' in globalThis).catch(() => undefined)

/** Makes the page check for an update, as it does by itself every hour, until one is waiting. */
export async function findRelease(page: Page): Promise<void> {
  const isWaiting = () =>
    page
      .evaluate(async () => {
        const registration = await navigator.serviceWorker.ready
        if (!registration.waiting && !registration.installing) await registration.update()
        return registration.waiting !== null
      })
      // The connection to a server that has been restarted is broken once.
      .catch(() => false)
  // The new worker first fetches every file of the release.
  await expect.poll(isWaiting, { timeout: 90_000 }).toBe(true)
}

/**
 * Accepts the update, and waits until it has reloaded the page. If a request was just starting the old worker, Chromium keeps it
 * until it has been idle for 30 s, or for five minutes while devtools are attached, as here. After 15 s this function ends the old
 * worker through devtools.
 */
export async function acceptUpdate(app: App, page: Page): Promise<void> {
  await app.button('Update').click()
  await afterAccepting(page)
}

/** Waits for the reload of an accepted update. */
export async function afterAccepting(page: Page): Promise<void> {
  const wasReloaded = (timeout: number) => expect.poll(() => isSamePage(page), { timeout }).toBe(false)
  await wasReloaded(15_000).catch(async () => {
    test
      .info()
      .annotations.push({ type: 'held back', description: 'by the old worker, which devtools ended' })
    const { stopActive } = await openWorkerDevtools(page)
    await stopActive()
    await wasReloaded(30_000)
  })
}

export { expect }
