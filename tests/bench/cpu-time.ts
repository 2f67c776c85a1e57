import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts in steps of a hundredth of a second. */
const MS_PER_TICK = 10

/**
 * The CPU time in ms that the process and its children have used so far, children that ended included; NaN where the system does
 * not say.
 */
export function cpuTime(processId: number | undefined): number {
  if (processId === undefined || process.platform !== 'linux') return NaN
  const children = readdirSync('/proc').filter((name) => /^\d+$/u.test(name) && parentOf(name) === processId)
  const ticks = [String(processId), ...children].reduce((sum, name) => sum + ticksOf(name), 0)
  return ticks * MS_PER_TICK
}

/** The fields of `/proc/ID/stat` from the third on; the second is a name that may hold anything. */
function fieldsOf(processId: string): string[] {
  try {
    const text = readFileSync(`/proc/${processId}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}

const parentOf = (processId: string) => Number(fieldsOf(processId)[1])
/** Own time in user and system mode, then that of children that ended. */
const ticksOf = (processId: string) =>
  fieldsOf(processId)
    .slice(11, 15)
    .reduce((sum, field) => sum + Number(field), 0)
