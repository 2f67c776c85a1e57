import { sweepAttempts } from '../auth/attempts.ts'
import { sweepChallenges } from '../auth/one-time-codes.ts'
import { sweepPasskeyChallenges } from '../auth/passkeys.ts'
import { sweepSessions } from '../auth/sessions.ts'
import { MINUTE } from '../clock.ts'
import { sweepOperations } from '../http/operation-records.ts'
import { describeError } from '../log.ts'
import { sweepPushes } from './send-pushes.ts'
import { scheduledJob } from './run-jobs.ts'

const sweeps = [
  sweepOperations,
  sweepAttempts,
  sweepChallenges,
  sweepSessions,
  sweepPasskeyChallenges,
  sweepPushes,
]

/** Deletes expired data of every kind, also when one kind cannot be deleted. */
export const cleanUp = scheduledJob('clean-up', 10 * MINUTE, async ({ db, clock, log }) => {
  for (const sweep of sweeps)
    await sweep(db, clock.now()).catch((error: unknown) =>
      log.error('not-cleaned-up', { sweep: sweep.name, ...describeError(error) }),
    )
})
