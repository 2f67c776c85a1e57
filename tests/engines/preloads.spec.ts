import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { build } from 'rolldown'
import { expect, inEachEngine, test } from './engine-test.ts'

/** The app's own handling of failed preloads, as a script. */
async function retrying(): Promise<string> {
  const input = fileURLToPath(new URL('../../src/recovery/retry-failed-preloads.ts', import.meta.url))
  const { output } = await build({
    input,
    platform: 'browser',
    write: false,
    output: { format: 'iife', name: 'shell' },
  })
  return `${output[0].code};shell.retryFailedPreloads()`
}

/** How long a page's load event is held back, in ms: its import comes before. */
const heldMs = 1500

/**
 * A page that, like the app, preloads a chunk and what that imports, and imports it before its load event. While the server is
 * `down` the connection of every script breaks.
 */
async function startPages(script: string) {
  let isDown = false
  let asked: string[] = []
  const page = `<!doctype html><title>page</title><script>${script}
for (const href of ['/chunk.js', '/shared.js']) {
  const link = document.createElement('link')
  document.head.append(Object.assign(link, { rel: 'modulepreload', as: 'script', crossOrigin: '', href }))
}
setTimeout(() => import('/chunk.js').then(() => (globalThis.imported = 'done'), (error) => (globalThis.imported = String(error))), 30)
</script><img src="/held.png">`
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    if (path === '/held.png') return void setTimeout(() => response.end(), heldMs)
    if (!path.endsWith('.js')) return void response.setHeader('Content-Type', 'text/html').end(page)
    asked.push(path)
    if (isDown) return void request.socket.destroy()
    response.setHeader('Content-Type', 'text/javascript')
    response.end(path === '/chunk.js' ? "import '/shared.js'" : 'export {}')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    setDown(down: boolean) {
      isDown = down
      asked = []
    },
    asked: () => asked,
    async close() {
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  }
}

inEachEngine((engineName) => {
  test(`a file that could not be had is asked for again by the next page in ${engineName}`, async ({
    engine,
  }) => {
    const pages = await startPages(await retrying())
    const imported = () => engine.run(() => (globalThis as { imported?: string }).imported ?? '')
    try {
      pages.setDown(true)
      await engine.open(`${pages.origin}/first`)
      await expect.poll(imported).toMatch(/Error/u)
      pages.setDown(false)
      await engine.open(`${pages.origin}/second`)
      await expect.poll(imported).toBe('done')
      expect(pages.asked()).toContain('/shared.js')
    } finally {
      await pages.close()
    }
  })
})
