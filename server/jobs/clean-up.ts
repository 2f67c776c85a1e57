import { MINUTE } from '../clock.ts'
import type { AppContext } from '../context.ts'
import { sweepAttempts } from '../auth/attempts.ts'
import { sweepOperations } from '../http/run-operation.ts'
import { removeOldFiles } from './remove-old-files.ts'
import { describeError } from '../log.ts'
import { sweepChallenges } from '../auth/one-time-codes.ts'
import { sweepSessions } from '../auth/sessions.ts'

const sweeps = [sweepOperations, sweepAttempts, sweepChallenges, sweepSessions]

/** Deletes expired data. */
export async function cleanUp(context: AppContext): Promise<void> {
  const { db, clock, log } = context
  try {
    for (const sweep of sweeps) await sweep(db, clock.now())
    await removeOldFiles(context)
  } catch (error) {
    log.warn('clean-up-failed', describeError(error))
  }
}

/** Runs at intervals; returns the stop function. */
export function startCleaning(context: AppContext): () => void {
  const timer = setInterval(() => void cleanUp(context), 10 * MINUTE)
  timer.unref()
  return () => clearInterval(timer)
}
