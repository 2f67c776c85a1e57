import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import { SECOND } from '../clock.ts'

/**
 * `broken`: the picture cannot be decoded. `none`: there is no QR on it. `too-heavy`: it ate more time or memory than any
 * picture is given.
 */
export type QrReading = { text: string } | { problem: 'broken' | 'none' | 'too-heavy' }

const program = fileURLToPath(new URL('read-qr-process.mjs', import.meta.url))
/** Where the packages are found, wherever the server was started from. */
const root = fileURLToPath(new URL('../..', import.meta.url))

/** Of CPU time, the start of the process included. */
const CPU_SECONDS = 3
/** Of memory that can be written, in KiB: about 80 MiB are Node's own. */
const MEMORY_KIB = 300_000
/** For a process that waits instead of working, and where the system knows no limits. */
const LONGEST = 20 * SECOND
/** No core dumps, no files written, few opened. What cannot be set is narrower already, or unknown to the system. */
const limits = [`-t ${CPU_SECONDS}`, `-d ${MEMORY_KIB}`, '-c 0', '-f 0', '-n 64']
const underLimits = [...limits.map((limit) => `ulimit ${limit} 2>/dev/null`), 'exec "$@"'].join('; ')
const node = [process.execPath, '--max-old-space-size=64', program]
const [command = '', ...args] =
  process.platform === 'win32' ? node : ['/bin/sh', '-c', underLimits, 'sh', ...node]

const answer = v.union([
  v.object({ text: v.string() }),
  v.object({ problem: v.picklist(['broken', 'none']) }),
])

/** What the process says before it reads. */
const READY = 'ready\n'

let last: Promise<unknown> = Promise.resolve()

/**
 * Reads the QR on a PNG or JPEG that `isCheapToDecode`, one picture at a time. `load` gives its bytes once its turn has come, or
 * null for what is `too-heavy` already; what waits holds none. Each is decoded in a process of its own, which knows none of the
 * server's settings: a picture that breaks the decoder costs and learns nothing of the others. Rejects with `load`'s error, and
 * where the process could not be run.
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
  const timer = setTimeout(() => child.kill('SIGKILL'), LONGEST)
  try {
    const ended = new Promise<number | null>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', resolve)
    })
    // The process may exit before it has read everything (EPIPE).
    child.stdin.on('error', () => {})
    child.stdin.end(bytes)
    const [said, failure, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
    const isReady = said.startsWith(READY)
    // A process that fails before it is ready has not seen the picture, so the picture is not to blame.
    if (code === null && isReady) return { problem: 'too-heavy' }
    if (code !== 0 || !isReady)
      throw new Error(`The picture reader ended with ${code}: ${failure.slice(-500)}`)
    return v.parse(answer, JSON.parse(said.slice(READY.length)))
  } finally {
    clearTimeout(timer)
  }
}
