import { enter, expect, soon, storageOf, test as base } from './fixtures.ts'
import { startFaultProxy, type FaultProxy } from './fault-proxy.ts'

/** As elsewhere, but the browser reaches the server through a proxy that injects the faults a test tells it to. */
export const test = base.extend<{ line: FaultProxy }>({
  line: async ({ server }, provide) => {
    const line = await startFaultProxy(server.port)
    await provide(line)
    await line.close()
  },
  baseURL: ({ line }, provide) => provide(line.origin),
  storageState: ({ line, language }, provide) => provide(storageOf(line.origin, language)),
})

export { enter, expect, soon }
