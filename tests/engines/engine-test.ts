import { expect, test as base } from 'playwright/test'
import { type EngineName, engineNames, findFirefox, findWebKit } from '../../scripts/engines.ts'
import { startServer, type TestServer } from '../support/server.ts'
import type { Engine } from './engine.ts'
import { startFirefox } from './firefox.ts'
import { startWebKit } from './webkit.ts'

/** The longest wait for an engine's answer, in ms: a busy machine may stand still. */
const timeoutMs = 90_000

const [firefox, webkit] = [findFirefox(), findWebKit()]
const startEngine: Record<EngineName, (() => Promise<Engine>) | undefined> = {
  Firefox: firefox === undefined ? undefined : () => startFirefox(firefox, timeoutMs),
  WebKit: webkit === undefined ? undefined : () => startWebKit(webkit, timeoutMs),
}

export const test = base.extend<{ engineName: EngineName; engine: Engine; server: TestServer }>({
  engineName: ['Firefox', { option: true }],
  engine: async ({ engineName }, provide, testInfo) => {
    const start = startEngine[engineName]
    if (!start) throw new Error(`${engineName} is not installed`)
    const engine = await start()
    await provide(engine)
    if (testInfo.errors.length > 0) await testInfo.attach('screen', { body: await describePage(engine) })
    await engine.close()
  },
  server: async ({ engineName: _name }, provide) => {
    const server = await startServer()
    await provide(server)
    await server.dispose()
  },
})

/** What a failed test saw last. */
const describePage = (engine: Engine) =>
  engine
    .run(() => `${location.href}\n${document.body.innerText}`)
    .catch((error: unknown) => `no page: ${String(error)}`)

/** Declares the same tests for each engine. Those of an engine that is not installed are skipped. */
export function inEachEngine(declare: (engineName: EngineName) => void): void {
  for (const engineName of engineNames) {
    test.describe(engineName, () => {
      test.skip(!startEngine[engineName], `${engineName} is not installed`)
      test.use({ engineName })
      declare(engineName)
    })
  }
}

export { expect }
