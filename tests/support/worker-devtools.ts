import type { CDPSession, Page } from 'playwright/test'
import { expect } from './fixtures.ts'

interface WorkerDevtools {
  devtools: CDPSession
  /** Identifies the worker's registration in the devtools' commands. */
  registration: { origin: string; registrationId: string }
  /** Stops the worker that has the pages, as the system does when it needs memory. */
  stopActive: () => Promise<void>
}

/** The browser's own tools for the service workers of the page's site. */
export async function openWorkerDevtools(page: Page): Promise<WorkerDevtools> {
  const devtools = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId)
    })
  })
  const states = new Map<string, { status: string; runningStatus: string }>()
  devtools.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
    for (const version of versions) states.set(version.versionId, version)
  })
  await devtools.send('ServiceWorker.enable')
  const registrationId = await registered
  const findActive = () => [...states].find(([, { status }]) => status === 'activated')
  return {
    devtools,
    registration: { origin: new URL(page.url()).origin, registrationId },
    stopActive: async () => {
      await expect.poll(findActive).toBeDefined()
      const [versionId = ''] = findActive() ?? []
      await devtools.send('ServiceWorker.stopWorker', { versionId })
      await expect.poll(() => states.get(versionId)?.runningStatus).toBe('stopped')
    },
  }
}

/**
 * Gives the worker work that a silent server never ends: a file that it keeps, and a picture that the page asks for. A browser lets
 * a worker end such work before it puts another in its place, for up to five minutes.
 */
export async function occupyWorker(page: Page): Promise<void> {
  const asked = new Set<string>()
  await page.context().route(/\/silent\./u, async (route) => {
    asked.add(new URL(route.request().url()).pathname)
    await new Promise(() => undefined)
  })
  await page.evaluate(() => {
    const urls = [`${location.origin}/assets/silent.js`]
    navigator.serviceWorker.controller?.postMessage({ type: 'KEEP', urls })
    void fetch('/art/silent.webp').catch(() => undefined)
  })
  await expect.poll(() => [...asked].toSorted()).toEqual(['/art/silent.webp', '/assets/silent.js'])
}
