import type { ActReport } from '#data/act-runner.ts'

/** How long the server may still know nothing of an act that is on its way to it, in ms: a call waits a minute at most. */
const arrivesWithinMs = 120_000
/** How long the server remembers an act, in ms. */
const rememberedMs = 24 * 60 * 60_000

export type Outcome = 'asking' | 'done' | 'failed' | 'never-arrived' | 'forgotten'

/** What the answer about an act confirmed at `at` means at `now`, both in ms by the server's clock. */
export function outcomeOf(report: ActReport | undefined, at: number, now: number): Outcome {
  // A clock that was set back says nothing about the age.
  const age = Math.max(0, now - at)
  if (report?.status === 'done' || report?.status === 'failed') return report.status
  if (age >= rememberedMs) return 'forgotten'
  return report && age >= arrivesWithinMs ? 'never-arrived' : 'asking'
}
