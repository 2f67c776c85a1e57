import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { reservePort } from '../../scripts/free-port.ts'
import { COMPILE_ONCE } from '../../server/database/test-compile-once.ts'
import { unpackTemplate } from '../../server/database/test-unpack-template.ts'

export interface TestServer {
  origin: string
  port: number
  /** Where its data is. */
  data: string
  /** Of the process that runs now. */
  processId(): number | undefined
  /** Ends the process: `stop` gracefully, `kill` like a power cut. */
  stop(): Promise<void>
  kill(): Promise<void>
  /** Starts it again on the same port and data, with these settings changed. */
  restart(changes?: Record<string, string>): Promise<void>
  /** Ends it and deletes its data. */
  dispose(): Promise<void>
}

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Parallel workers reserve ports of separate ranges. */
function reserveWorkersPort(): Promise<number> {
  const worker = Number(process.env['TEST_PARALLEL_INDEX'] ?? 0) % 10
  return reservePort(20_000 + worker * 1000, 1000)
}

/** Begins with what the global set-up prepared. Its seeded database is Thai: a Lao site seeds its own. */
async function prepareData(folder: string, isLao: boolean): Promise<void> {
  const { FIRST_DATA, MIGRATED_DATABASE } = process.env
  if (!isLao && FIRST_DATA) cpSync(FIRST_DATA, folder, { recursive: true })
  if (isLao && MIGRATED_DATABASE) await unpackTemplate(MIGRATED_DATABASE, folder)
}

/** Takes all agreements away, as the console's form does: it says what it showed. */
async function withoutAgreements(origin: string): Promise<void> {
  const address = `${origin}/sandbox/texts`
  const page = await (await fetch(address)).text()
  const [, shown = ''] = /name="shown-agreements" value="([^"]*)"/u.exec(page) ?? []
  const body = new URLSearchParams({ agreements: '', 'shown-agreements': shown })
  await fetch(address, { method: 'POST', body })
}

/**
 * Starts the real backend with the production build below `folder`, on a free port with its own data; or another `program` below
 * the repository's folder, which starts it.
 */
export async function startServer(
  settings: Record<string, string> = {},
  folder = root,
  program = 'server/main.ts',
): Promise<TestServer> {
  const port = Number(settings['PORT'] ?? (await reserveWorkersPort()))
  const origin = `http://localhost:${port}`
  const data = settings['DATA_DIR'] ?? mkdtempSync(join(tmpdir(), 'champa-e2e-'))
  const isNew = !existsSync(join(data, 'database'))
  if (isNew) await prepareData(data, 'LAOS' in settings)
  const env = {
    ...process.env,
    DATA_DIR: data,
    LOG_LEVEL: 'error',
    PASSWORD_COST: 'low',
    ...settings,
    PORT: String(port),
  }
  let child: ChildProcess | undefined

  async function start(): Promise<void> {
    const bundle = process.env['SERVER_BUNDLE']
    const source = ['--import', import.meta.resolve('tsx'), join(root, program)]
    const started = spawn(process.execPath, bundle ? [COMPILE_ONCE, bundle] : source, {
      env,
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child = started
    let said = ''
    for (const stream of [started.stdout, started.stderr])
      stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
    const giveUp = Date.now() + 180_000
    for (;;) {
      if (started.exitCode !== null || Date.now() > giveUp)
        throw new Error(`The server did not start:\n${said}`)
      const health = await fetch(`${origin}/api/health`).catch(() => undefined)
      if (health?.ok) return
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    const running = child
    if (!running || running.exitCode !== null || running.signalCode !== null) return
    const gone = once(running, 'exit')
    running.kill(signal)
    await gone
  }

  await start()
  // Agreements open by themselves and would cover the screen; their own tests restore them.
  if (isNew) await withoutAgreements(origin)
  return {
    origin,
    port,
    data,
    processId: () => child?.pid,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    restart: async (changes = {}) => {
      await end('SIGTERM')
      Object.assign(env, changes)
      await start()
    },
    dispose: async () => {
      // A graceful end would care for data that nobody needs any more.
      await end('SIGKILL')
      rmSync(data, { recursive: true, force: true })
    },
  }
}
