import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import * as v from 'valibot'
import { DatabaseUnavailable } from './database.ts'
import { isTaken } from '../file-errors.ts'

/**
 * Takes the lock for this process and returns the function that releases it. A dead process's lock is taken over; a running
 * one's is refused with a message for a person.
 */
export async function takeLock(path: string, what: string): Promise<() => Promise<void>> {
  const mine = JSON.stringify({ pid: process.pid, since: await birthOf(process.pid) })
  if (!(await claim(path, mine))) {
    const theirs = await readFile(path, 'utf8').catch(() => '')
    const pid = await livingOwner(theirs)
    if (pid !== undefined) {
      throw new DatabaseUnavailable(
        `The data in ${what} is in use by process ${pid}. Stop that one, or give this one another folder by DATA_DIR.`,
      )
    }
    if (!((await clearAway(path, theirs)) && (await claim(path, mine)))) {
      throw new DatabaseUnavailable(`Another process has just opened the data in ${what}.`)
    }
  }
  return () => rm(path, { force: true })
}

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
  v.object({ pid: v.pipe(v.number(), v.integer(), v.minValue(1)), since: v.string() }),
)

async function livingOwner(content: string): Promise<number | undefined> {
  const { success, output } = v.safeParse(ownerSchema, content)
  if (!success) return undefined
  const { pid, since } = output
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' ? pid : undefined
  }
  // In a container a later process often gets the same id; the start time tells them apart.
  return (await birthOf(pid)) === since ? pid : undefined
}

/** When the process was started, on systems that report it (Linux); elsewhere the same for all. */
async function birthOf(pid: number): Promise<string> {
  try {
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8')
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
    const afterName = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return `${boot.trim()} ${afterName[19]}`
  } catch {
    return ''
  }
}
