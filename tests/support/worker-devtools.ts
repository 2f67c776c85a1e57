import type { CDPSession, Page } from 'playwright/test'
import { expect } from './fixtures.ts'

interface WorkerDevtools {
  devtools: CDPSession
  /** What the devtools' commands name a worker's registration by. */
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
