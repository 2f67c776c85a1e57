import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import { MINUTE, SECOND } from '../../clock.ts'
import type { PictureReading } from './read-picture.ts'

type Reading = PictureReading | { problem: 'too-heavy' }

const program = fileURLToPath(new URL('read-picture.ts', import.meta.url))
/** Where the packages are found, wherever the server was started from. */
const root = fileURLToPath(new URL('../../..', import.meta.url))
const patience = 30 * SECOND
/** How long the reader is kept without work, in ms. */
const rest = MINUTE
const answer = v.union([
  v.object({ text: v.string() }),
  v.object({ problem: v.picklist(['broken', 'none']) }),
])

let reader: ChildProcess | undefined
let retire: NodeJS.Timeout | undefined
let last: Promise<unknown> = Promise.resolve()

/**
 * Reads the picture's QR in another process, one at a time: a picture that eats time or memory costs nobody else theirs.
 * `too-heavy`: it did, and its reader was stopped.
 */
export function readPictureApart(bytes: Uint8Array): Promise<Reading> {
  const mine = last.then(() => readNow(bytes))
  last = mine.catch(() => {})
  return mine
}

function readNow(bytes: Uint8Array): Promise<Reading> {
  clearTimeout(retire)
  const mine = (reader ??= startReader())
  mine.ref()
  mine.channel?.ref()
  return new Promise<Reading>((resolve, reject) => {
    const timer = setTimeout(() => mine.kill('SIGKILL'), patience)
    const onMessage = (said: unknown) => end(() => resolve(v.parse(answer, said)))
    const onExit = (code: number | null) =>
      end(() =>
        code === null ? resolve({ problem: 'too-heavy' }) : reject(new Error('The slip reader ended')),
      )
    const end = (settle: () => void) => {
      clearTimeout(timer)
      mine.off('message', onMessage)
      mine.off('exit', onExit)
      letRest(mine)
      settle()
    }
    mine.on('message', onMessage)
    mine.on('exit', onExit)
    mine.send(bytes, (error) => error && mine.kill('SIGKILL'))
  })
}

function startReader(): ChildProcess {
  const started = fork(program, {
    cwd: root,
    execArgv: ['--import', 'tsx', '--max-old-space-size=512'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  started.once('exit', () => {
    if (reader === started) reader = undefined
  })
  return started
}

/** Nobody waits for the reader to go home: the server may end before it does. */
function letRest(mine: ChildProcess): void {
  mine.unref()
  mine.channel?.unref()
  retire = setTimeout(() => mine.connected && mine.disconnect(), rest)
  retire.unref()
}
