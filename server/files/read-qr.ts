import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import { SECOND } from '../clock.ts'

/**
 * `broken`: the picture cannot be decoded. `none`: it has no QR. `too-heavy`: it exceeded the limits of time or memory.
 */
type QrReading = { text: string } | { problem: 'broken' | 'none' | 'too-heavy' }

const program = fileURLToPath(new URL('read-qr-process.mjs', import.meta.url))
/** The folder of the packages, independent of the working directory. */
const root = fileURLToPath(new URL('../..', import.meta.url))

/** The limit of CPU time, including the start of the process. */
const CPU_SECONDS = 3
/** The limit of writable memory, in KiB: Node itself needs about 80 MiB. */
const MEMORY_KIB = 300_000
/** The limit of elapsed time, in ms: for a process that waits, and for systems without limits. */
const READ_TIMEOUT = 20 * SECOND
/** No core dumps, no written files, few open files. A limit that cannot be set is already lower, or unknown to the system. */
const limits = [`-t ${CPU_SECONDS}`, `-d ${MEMORY_KIB}`, '-c 0', '-f 0', '-n 64']
const underLimits = [...limits.map((limit) => `ulimit ${limit} 2>/dev/null`), 'exec "$@"'].join('; ')
const node = [process.execPath, '--max-old-space-size=64', program]
const [command = '', ...args] =
  process.platform === 'win32' ? node : ['/bin/sh', '-c', underLimits, 'sh', ...node]

const answer = v.union([
  v.object({ text: v.string() }),
  v.object({ problem: v.picklist(['broken', 'none']) }),
])

/** The process prints this before it reads. */
const READY = 'ready\n'

let last: Promise<unknown> = Promise.resolve()

/**
 * Reads the QR on a PNG or JPEG that `isCheapToDecode`, one picture at a time. `load` returns its bytes at its turn, so that waiting
 * pictures need no memory, or null if it is `too-heavy`. Each picture is decoded in a separate process without the server's
 * settings, so that one that exploits the decoder reaches nothing. Rejects with `load`'s error, or if the process cannot run.
 */
export function readQr(load: () => Promise<Uint8Array | null>): Promise<QrReading> {
  const mine = last.then(async (): Promise<QrReading> => {
    const bytes = await load()
    return bytes === null ? { problem: 'too-heavy' } : decodeInChildProcess(bytes)
  })
  last = mine.catch(() => {})
  return mine
}

async function decodeInChildProcess(bytes: Uint8Array): Promise<QrReading> {
  const { PATH = '' } = process.env
  const child = spawn(command, args, { cwd: root, env: { PATH }, stdio: 'pipe' })
  const timer = setTimeout(() => child.kill('SIGKILL'), READ_TIMEOUT)
  try {
    const ended = new Promise<number | null>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', resolve)
    })
    // The process may exit before it has read everything (EPIPE).
    child.stdin.on('error', () => {})
    child.stdin.end(bytes)
    const [output, failure, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
    const isReady = output.startsWith(READY)
    // A process that fails before it is ready has not seen the picture, so the picture is not to blame.
    if (code === null && isReady) return { problem: 'too-heavy' }
    if (code !== 0 || !isReady)
      throw new Error(`The picture reader ended with ${code}: ${failure.slice(-500)}`)
    return v.parse(answer, JSON.parse(output.slice(READY.length)))
  } finally {
    clearTimeout(timer)
  }
}
