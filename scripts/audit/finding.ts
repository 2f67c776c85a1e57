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

/** A rule that passes if this resolves; what it returns is reported as found. */
export async function attempt(rule: string, todo: string, action: () => Promise<string>): Promise<Finding> {
  try {
    return judge(rule, true, await action(), todo)
  } catch (error) {
    const [first = ''] = String(error instanceof Error ? error.message : error).split('\n')
    return judge(rule, false, first.trim(), todo)
  }
}
