import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '../../scripts/free-port.ts'
import { endsWithUs } from './ends-with-us.ts'
import type { Engine } from './engine.ts'

/** Starts WebKitGTK's browser on a display of its own, and drives it over the W3C's WebDriver protocol. */
export async function startWebKit(
  { driver, display }: { driver: string; display: string },
  timeoutMs: number,
): Promise<Engine> {
  const started: ChildProcess[] = []
  const start = (command: string, args: string[], env: NodeJS.ProcessEnv = {}) => {
    const [shell, ...before] = endsWithUs
    const child = spawn(shell, [...before, command, ...args], {
      detached: true,
      stdio: ['pipe', 'pipe', 'ignore'],
      env: { ...process.env, ...env },
    })
    started.push(child)
    return child
  }
  const close = async () => {
    await Promise.all(
      started.map(async (child) => {
        if (child.exitCode !== null || child.signalCode !== null) return
        child.stdin?.end()
        await once(child, 'exit')
      }),
    )
  }
  try {
    // The display writes its number once it is ready.
    const screen = start(display, ['-displayfd', '1', '-screen', '0', '500x900x24', '-nolisten', 'tcp'])
    const [number] = (await once(screen.stdout ?? screen, 'data', {
      signal: AbortSignal.timeout(timeoutMs),
    })) as [Buffer]
    const port = await freePort()
    start(driver, [`--port=${port}`], {
      DISPLAY: `:${number.toString().trim()}`,
      NO_AT_BRIDGE: '1',
      // Without a graphics card.
      WEBKIT_DISABLE_DMABUF_RENDERER: '1',
      LIBGL_ALWAYS_SOFTWARE: '1',
    })
    const session = await openSession(`http://127.0.0.1:${port}`, timeoutMs)
    return { ...pageOf(session), close }
  } catch (error) {
    await close()
    throw error
  }
}

type Call = (method: string, path: string, body?: object) => Promise<unknown>

const caller =
  (address: string, timeoutMs: number): Call =>
  async (method, path, body) => {
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await fetch(address + path, {
      method,
      signal,
      ...(body && { body: JSON.stringify(body) }),
    })
    const { value } = (await response.json()) as { value: unknown }
    if (response.ok) return value
    const { error, message } = value as { error: string; message: string }
    throw new Error(`WebKit, ${path}: ${error}: ${message}`)
  }

async function openSession(address: string, timeoutMs: number): Promise<Call> {
  const call = caller(address, timeoutMs)
  const deadline = Date.now() + timeoutMs
  // The driver does not say when it listens.
  while (!(await call('GET', '/status').catch(() => undefined))) {
    if (Date.now() > deadline) throw new Error('WebKitWebDriver does not answer')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const { sessionId } = (await call('POST', '/session', {
    capabilities: { alwaysMatch: { timeouts: { script: timeoutMs, pageLoad: timeoutMs } } },
  })) as { sessionId: string }
  const session = caller(`${address}/session/${sessionId}`, timeoutMs)
  await session('POST', '/window/rect', { x: 0, y: 0, width: 450, height: 880 })
  return session
}

function pageOf(session: Call): Omit<Engine, 'close'> {
  const run = (script: string, args: unknown[]) => session('POST', '/execute/sync', { script, args })
  const act = (device: object) => session('POST', '/actions', { actions: [device] })
  return {
    open: async (url) => void (await session('POST', '/url', { url })),
    back: async () => void (await session('POST', '/back', {})),
    run: async (inPage, ...args) => (await run(`return (${inPage.toString()})(...arguments)`, args)) as never,
    load: async (script) => void (await run(script, [])),
    press: async (x, y) =>
      void (await act({
        type: 'pointer',
        id: 'mouse',
        parameters: { pointerType: 'mouse' },
        actions: [
          { type: 'pointerMove', duration: 0, x: Math.round(x), y: Math.round(y), origin: 'viewport' },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ],
      })),
    type: async (text) =>
      void (await act({
        type: 'key',
        id: 'keyboard',
        actions: Array.from(text, (value) => [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ]).flat(),
      })),
  }
}
