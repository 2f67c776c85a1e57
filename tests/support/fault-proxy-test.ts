import { enter, expect, soon, test as base } from './fixtures.ts'
import { startFaultProxy, type FaultProxy } from './fault-proxy.ts'

/** As elsewhere, but the browser reaches the server through a proxy that injects the faults a test tells it to. */
export const test = base.extend<{ line: FaultProxy }>({
  line: async ({ server }, provide) => {
    const line = await startFaultProxy(server.port)
    await provide(line)
    await line.close()
  },
  baseURL: ({ line }, provide) => provide(line.origin),
  storageState: ({ line, language }, provide) => {
    const localStorage = [{ name: 'champa.locale', value: JSON.stringify(language) }]
    return provide({ cookies: [], origins: [{ origin: line.origin, localStorage }] })
  },
})

export { enter, expect, soon }
