import { inTime } from '../../src/lib/in-time.ts'

/** The audit's result for one rule. */
export interface Finding {
  rule: string
  outcome: 'pass' | 'fail' | 'skipped'
  /** What was found, or why nothing was checked. */
  saw: string
  /** What to do if it failed. */
  todo?: string
}

export interface Section {
  title: string
  findings: readonly Finding[]
}

export function judge(rule: string, holds: boolean, saw: unknown, todo: string): Finding {
  const shown = typeof saw === 'string' ? saw : (JSON.stringify(saw) ?? 'nothing')
  return holds
    ? { rule, outcome: 'pass', saw: shown }
    : { rule, outcome: 'fail', saw: shown || 'nothing', todo }
}

export const skipped = (rule: string, why: string): Finding => ({ rule, outcome: 'skipped', saw: why })

/** How long an attempt may take, in ms: what a site lacks, such as a worker, may be waited for without an end. */
const attemptMs = 60_000

/** A rule that passes if this resolves in time; what it returns is reported as found. */
export async function attempt(
  rule: string,
  todo: string,
  action: () => Promise<string>,
  timeoutMs = attemptMs,
): Promise<Finding> {
  try {
    return judge(rule, true, await within(timeoutMs, action()), todo)
  } catch (error) {
    return judge(rule, false, messageOf(error), todo)
  }
}

/** The findings of a whole section; a failed one where they cannot be had. */
export async function attemptAll(action: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await within(10 * attemptMs, action())
  } catch (error) {
    return [judge('can be looked at', false, messageOf(error), 'Open the site and see what stops it there.')]
  }
}

const within = <T>(timeoutMs: number, result: Promise<T>): Promise<T> =>
  inTime(result, timeoutMs, () => {
    throw new Error(`not within ${timeoutMs / 1000} s`)
  })

function messageOf(error: unknown): string {
  const [first = ''] = String(error instanceof Error ? error.message : error).split('\n')
  return first.trim()
}
