import { readFile, readlink, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import * as v from 'valibot'
import { SECOND } from '../clock.ts'
import { DatabaseUnavailable } from './database.ts'
import { isTaken } from '../file-errors.ts'

/** In ms: how often the holder touches its lock, and after how long without a touch a lock counts as left behind. */
const RHYTHM = { beat: 2 * SECOND, silence: 20 * SECOND }

interface Taking {
  rhythm?: typeof RHYTHM
  /** Called once if another process has taken the lock all the same: this one was stopped for longer than the silence. */
  lost?: () => void
}

/**
 * Takes the lock for this process and returns the function that releases it. A dead process's lock is taken over; a running
 * one's is refused with a message for a person. A process of another container or machine cannot be asked whether it runs: it counts
 * as dead when it has not touched its lock for 20 s.
 */
export async function takeLock(
  path: string,
  what: string,
  { rhythm = RHYTHM, lost = () => {} }: Taking = {},
): Promise<() => Promise<void>> {
  const [since, space] = [await birthOf(process.pid), await processSpace()]
  const mine = JSON.stringify({ pid: process.pid, since, space })
  if (!(await claim(path, mine))) {
    const theirs = await readText(path)
    const holder = await livingOwner(path, theirs, space, rhythm)
    if (holder !== undefined) {
      throw new DatabaseUnavailable(
        `The data in ${what} is in use by ${holder}. Stop that one, or give this one another folder by DATA_DIR.`,
      )
    }
    if (!((await clearAway(path, theirs)) && (await claim(path, mine)))) {
      throw new DatabaseUnavailable(`Another process has just opened the data in ${what}.`)
    }
  }
  const stopTouching = touch(path, mine, rhythm.beat, lost)
  return async () => {
    stopTouching()
    if ((await readText(path)) === mine) await rm(path, { force: true })
  }
}

/** Touches the lock while it is this process's. Returns the function that ends it. */
function touch(path: string, mine: string, beat: number, lost: () => void): () => void {
  const beating = setInterval(() => {
    void (async () => {
      const content = await readText(path)
      if (content === mine) return utimes(path, new Date(), new Date())
      if (content === '') return
      clearInterval(beating)
      lost()
    })().catch(() => {})
  }, beat).unref()
  return () => clearInterval(beating)
}

const readText = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '')

async function claim(path: string, content: string): Promise<boolean> {
  try {
    await writeFile(path, content, { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if (isTaken(error)) return false
    throw error
  }
}

/** Two processes may find the same stale lock, and one may already have replaced it: then its new lock is put back. */
async function clearAway(path: string, stale: string): Promise<boolean> {
  const aside = `${path}.${process.pid}`
  try {
    await rename(path, aside)
  } catch {
    return true
  }
  if ((await readFile(aside, 'utf8')) !== stale) {
    await rename(aside, path)
    return false
  }
  await rm(aside)
  return true
}

/** The process id is at least 1: a signal to 0 or to a negative id goes to a group of processes. */
const ownerSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    pid: v.pipe(v.number(), v.integer(), v.minValue(1)),
    since: v.string(),
    /** Earlier releases did not say it. */
    space: v.optional(v.string()),
  }),
)

/** Who holds the lock, in words for a person; undefined if that process does not run any more. */
async function livingOwner(
  path: string,
  content: string,
  ownSpace: string,
  rhythm: typeof RHYTHM,
): Promise<string | undefined> {
  const { success, output } = v.safeParse(ownerSchema, content)
  if (!success) return undefined
  const { pid, since, space = ownSpace } = output
  if (space === ownSpace) return (await isRunning(pid, since)) ? `process ${pid}` : undefined
  return (await isTouched(path, rhythm)) ? `another container or machine (process ${pid} there)` : undefined
}

async function isRunning(pid: number, since: string): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  // In a container a later process often gets the same id; the start time tells them apart.
  return (await birthOf(pid)) === since
}

/** Whether its holder touches the lock. It is watched, because the clocks of two machines differ. */
async function isTouched(path: string, { beat, silence }: typeof RHYTHM): Promise<boolean> {
  const touchedAt = () =>
    stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => undefined,
    )
  const before = await touchedAt()
  for (let watched = 0; watched < silence; watched += beat) {
    await wait(beat)
    const now = await touchedAt()
    if (now !== before) return now !== undefined
  }
  return false
}

/** Names where process ids are told apart: on Linux a container and a start of its machine, elsewhere the machine. */
async function processSpace(): Promise<string> {
  try {
    return `${await bootId()} ${await readlink('/proc/self/ns/pid')}`
  } catch {
    return hostname()
  }
}

/** When the process was started, on systems that report it (Linux); elsewhere the same for all. */
async function birthOf(pid: number): Promise<string> {
  try {
    const stated = await readFile(`/proc/${pid}/stat`, 'utf8')
    const afterName = stated.slice(stated.lastIndexOf(')') + 2).split(' ')
    return `${await bootId()} ${afterName[19]}`
  } catch {
    return ''
  }
}

const bootId = async () => (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim()
