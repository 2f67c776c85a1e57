import * as v from 'valibot'
import type { getOperation } from '#api/contract/operation.ts'
import type { Reply } from '#api/contract/call.ts'
import { ApiError } from '#api/api-error.ts'
import type { Statement } from '#api/contract/statement.ts'

/** The server's report on an operation's key. */
export type OperationReport = Reply<typeof getOperation>

/** What wallet and statement show about an operation whose outcome the backend cannot report. It proves nothing. */
export interface Comparison {
  status: 'compared'
  /** The newest row that matches the operation. */
  row?: Pick<Statement, 'amount' | 'createdAt'> | undefined
  /** The wallet's amount now and, if known, before, in satang. Undefined if nothing could be compared. */
  wallet?: { before?: number | undefined; now: number }
}

/** Nothing could be compared: the outcome can never be known. */
export const isOver = (comparison: Comparison | undefined): boolean =>
  comparison !== undefined && !comparison.wallet

/** How long, in ms, an operation may still be on its way to a server that does not know it: a call times out after a minute. */
export const arrivesWithinMs = 120_000
/** How long the server remembers an operation, in ms. */
const rememberedMs = 24 * 60 * 60_000

export type Outcome = 'asking' | 'done' | 'failed' | 'never-arrived' | 'compared' | 'forgotten'

/** The outcome by a report at `now` on an operation confirmed at `at`, both in ms by the server's clock. */
export function outcomeOf(
  report: OperationReport | Comparison | undefined,
  at: number,
  now: number,
): Outcome {
  // Negative after a clock was set back: then it may still arrive.
  const age = now - at
  if (report?.status === 'compared') {
    const mayComeYet = report.wallet && !report.row && age < arrivesWithinMs
    return mayComeYet ? 'asking' : 'compared'
  }
  if (report?.status === 'done' || report?.status === 'failed') return report.status
  if (age >= rememberedMs) return 'forgotten'
  if (!report || age < arrivesWithinMs || report.running) return 'asking'
  // Only a backend that reports `running` knows that an operation is over: a game provider may take longer than two minutes.
  return report.running === false ? 'never-arrived' : 'forgotten'
}

interface OutcomeQuery {
  fetchReport: () => Promise<OperationReport | Comparison | undefined>
  /** When the operation was confirmed, in ms by the server's clock. */
  at: number
  now: () => number
  /** Pauses before each request, in ms. After the last one the outcome stays `asking`. */
  pauses: Iterable<number>
  wait: (ms: number) => Promise<void>
}

/** Asks for the outcome of an operation until it is known. Never performs it; a failed request is repeated. */
export async function findOutcome({ fetchReport, at, now, pauses, wait }: OutcomeQuery) {
  let found: { outcome: Outcome; report?: OperationReport | Comparison | undefined } = { outcome: 'asking' }
  for (const pause of pauses) {
    await wait(pause)
    const report = await fetchReport().catch(() => undefined)
    found = { outcome: outcomeOf(report, at, now()), report }
    if (found.outcome !== 'asking') break
  }
  return found
}

const failure = v.object({ message: v.string() })

/** Why the server refused the operation that it reports as failed. */
export function refusalIn({ reply }: OperationReport): ApiError {
  const told = v.safeParse(failure, reply)
  const text = told.success ? told.output.message : 'INTERNAL_SERVER_ERROR'
  return new ApiError('refused', { code: text, text, body: reply })
}

/** The error of an operation that the server does not know and that can no longer arrive. */
export const neverArrived = (): ApiError => new ApiError('refused', { code: 'NEVER_ARRIVED' })

/** The error of a key whose result the server no longer remembers: it does so for a day. */
export const keyUsed = (): ApiError => new ApiError('refused', { code: 'KEY_USED' })
