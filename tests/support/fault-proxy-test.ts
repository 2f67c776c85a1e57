import { enter, expect, soon, test as base } from './fixtures.ts'
import { layRoughLine, type RoughLine } from './fault-proxy.ts'

/** As elsewhere, but the browser reaches the server over a line that does what a test tells it. */
export const test = base.extend<{ line: RoughLine }>({
  line: async ({ server }, provide) => {
    const line = await layRoughLine(server.port)
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
