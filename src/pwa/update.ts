import { Workbox } from 'workbox-window'
import { offerUpdate } from './use-update.ts'

interface Policy {
  createScriptURL(url: string): TrustedScriptURL
}
interface TrustedScriptURL {
  toString(): string
}
interface TypesFactory {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): Policy
}

const address = '/sw.js'

/** Installs the worker, and offers a newer version when one waits. It takes over only when the member says so. */
export async function registerWorker(): Promise<void> {
  const worker = new Workbox(trusted(address) as string)
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
}

/** The content security policy lets no plain text name a worker's script. */
function trusted(url: string): unknown {
  const { trustedTypes } = globalThis as { trustedTypes?: TypesFactory }
  return (
    trustedTypes?.createPolicy('champa-worker', { createScriptURL: () => url }).createScriptURL(url) ?? url
  )
}
