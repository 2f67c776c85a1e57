import * as v from 'valibot'
import type { getOperation } from '#api/contract/operation.ts'
import type { Reply } from '#api/contract/call.ts'
import { ApiError } from '#api/api-error.ts'
import type { Statement } from '#api/contract/statement.ts'

/** The server's answer about an operation's key. */
export type OperationReport = Reply<typeof getOperation>

/** What wallet and statement show of an operation that the backend cannot be asked about. It proves nothing. */
export interface Comparison {
  status: 'compared'
  /** The newest row that looks like the operation. */
  row?: Pick<Statement, 'amount' | 'createdAt'> | undefined
  /** The wallet's money now and, where it was known, before; satang. Undefined where nothing could be compared. */
  wallet?: { before?: number | undefined; now: number }
}

/** How long, in ms, an operation may still be on its way to a server that does not know it: a call times out after a minute. */
const arrivesWithinMs = 120_000
/** How long the server remembers an operation, in ms. */
const rememberedMs = 24 * 60 * 60_000

export type Outcome = 'asking' | 'done' | 'failed' | 'never-arrived' | 'compared' | 'forgotten'

/** What the answer about an operation confirmed at `at` means at `now`, both in ms by the server's clock. */
export function outcomeOf(
  report: OperationReport | Comparison | undefined,
  at: number,
  now: number,
): Outcome {
  // The age is negative after a clock was set back, and counts as zero then.
  const age = Math.max(0, now - at)
  if (report?.status === 'compared') {
    const mayComeYet = report.wallet && !report.row && age < arrivesWithinMs
    return mayComeYet ? 'asking' : 'compared'
  }
  if (report?.status === 'done' || report?.status === 'failed') return report.status
  if (age >= rememberedMs) return 'forgotten'
  if (!report || age < arrivesWithinMs || report.running) return 'asking'
  // Only a backend that reports `running` knows that it is over: a game provider may take longer than two minutes.
  return report.running === false ? 'never-arrived' : 'forgotten'
}

interface Question {
  ask: () => Promise<OperationReport | Comparison | undefined>
  /** When the operation was confirmed, in ms by the server's clock. */
  at: number
  now: () => number
  /** Pauses before each question, in ms. After the last one it stays `asking`. */
  pauses: Iterable<number>
  wait: (ms: number) => Promise<void>
}

/** Asks what became of an operation until that is known. Never performs it; a question that fails is asked again. */
export async function findOutcome({ ask, at, now, pauses, wait }: Question) {
  let found: { outcome: Outcome; report?: OperationReport | Comparison | undefined } = { outcome: 'asking' }
  for (const pause of pauses) {
    await wait(pause)
    const report = await ask().catch(() => undefined)
    found = { outcome: outcomeOf(report, at, now()), report }
    if (found.outcome !== 'asking') break
  }
  return found
}

const wheelAnswer = v.object({
  success: v.boolean(),
  error: v.nullish(v.string()),
  result: v.nullish(v.object({ label: v.string() })),
})

/** The wheel's result inside a successful reply: the prize, or the reason why there was none. */
export function wheelAnswerIn({ reply }: OperationReport): { prize?: string; refused?: string | null } {
  const read = v.safeParse(wheelAnswer, reply)
  if (!read.success) return {}
  const { success, error, result } = read.output
  return success ? { ...(result && { prize: result.label }) } : { refused: error ?? null }
}

const failure = v.object({ message: v.string() })

/** Why the server refused the operation that it reports as failed. */
export function refusalIn({ reply }: OperationReport): ApiError {
  const told = v.safeParse(failure, reply)
  const text = told.success ? told.output.message : 'INTERNAL_SERVER_ERROR'
  return new ApiError('refused', { code: text, text, body: reply })
}

/** The server has never heard of the operation, and nothing of it is on its way any more. */
export const neverArrived = (): ApiError => new ApiError('refused', { code: 'NEVER_ARRIVED' })

/** The server remembers an operation's result for a day only. */
export const keyUsed = (): ApiError => new ApiError('refused', { code: 'KEY_USED' })
