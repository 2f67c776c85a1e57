import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { reservePort } from '../../scripts/free-port.ts'

export interface TestRedis {
  readonly url: string
  /** Kills it as a power cut would; its data is gone. */
  kill(): Promise<void>
  /** Starts it again on the same port. */
  start(): Promise<void>
  /** Lets it stand still: its connections stay open, and nothing is answered. */
  freeze(): void
  /** Lets it go on. */
  thaw(): void
}

/** A temporary Redis for tests, without persistence. */
export async function startRedis(program: string): Promise<TestRedis> {
  const port = await reservePort()
  let child: ChildProcess | undefined
  const start = async () => {
    const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
    const started = spawn(program, settings, { stdio: ['ignore', 'pipe', 'inherit'] })
    child = started
    await new Promise<void>((resolve, reject) => {
      started.stdout.on('data', (said: Buffer) => {
        if (said.includes('Ready to accept connections')) resolve()
      })
      started.once('exit', (code) => reject(new Error(`Redis ended with ${code}`)))
    })
  }
  await start()
  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    kill: async () => {
      const running = child
      if (!running || running.exitCode !== null || running.signalCode !== null) return
      running.kill('SIGKILL')
      await once(running, 'exit')
    },
  }
}
