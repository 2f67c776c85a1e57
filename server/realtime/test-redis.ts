import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

export interface TestRedis {
  readonly url: string
  /** As a power cut would end it; what it knew is gone. */
  kill(): Promise<void>
  /** On the same port. */
  start(): Promise<void>
}

/** A Redis of the tests' own, which keeps nothing. */
export async function startRedis(program: string): Promise<TestRedis> {
  const port = await freePort()
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
    kill: async () => {
      const running = child
      if (!running || running.exitCode !== null || running.signalCode !== null) return
      running.kill('SIGKILL')
      await once(running, 'exit')
    },
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}
