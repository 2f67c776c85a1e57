import { Workbox } from 'workbox-window'
import { ownScript } from '#lib/trusted-types.ts'
import { offerUpdate } from './use-update.ts'

const lookAgainMs = 60 * 60_000

/** Installs the worker, and offers a newer version when one waits. It takes over only when the member says so. */
export async function registerWorker(): Promise<void> {
  const worker = new Workbox(ownScript('/sw.js'))
  let taken = false
  worker.addEventListener('waiting', () =>
    offerUpdate(() => {
      taken = true
      worker.messageSkipWaiting()
    }),
  )
  worker.addEventListener('controlling', ({ isUpdate }) => {
    const reload = () => location.reload()
    if (taken) reload()
    // Taken in another tab: this one goes on with the version it has until its member wants the new one.
    else if (isUpdate) offerUpdate(reload)
  })
  await worker.register()
  // An installed app may stay open for days and never be navigated: a release, or a rescue, has to reach it too.
  let lookedAt = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' || Date.now() - lookedAt < lookAgainMs) return
    lookedAt = Date.now()
    worker.update().catch(() => undefined)
  })
}
