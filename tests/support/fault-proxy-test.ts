import { advanceUntil, contentOf, expect, signInAs, storageStateFor, test as base } from './fixtures.ts'
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts'

/** The test fixtures, with the browser reaching the server through a proxy that injects faults. */
export const test = base.extend<{ faultProxy: FaultProxy }>({
  faultProxy: async ({ server }, provide) => {
    const faultProxy = await startFaultProxy(server.port)
    await provide(faultProxy)
    await faultProxy.close()
  },
  baseURL: ({ faultProxy }, provide) => provide(faultProxy.origin),
  storageState: ({ faultProxy, language }, provide) => provide(storageStateFor(faultProxy.origin, language)),
})

export { advanceUntil, contentOf, expect, signInAs }
