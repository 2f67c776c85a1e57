import { sweepAttempts } from '../auth/attempts.ts'
import { sweepChallenges } from '../auth/one-time-codes.ts'
import { sweepPasskeyChallenges } from '../auth/passkeys.ts'
import { sweepSessions } from '../auth/sessions.ts'
import { MINUTE } from '../clock.ts'
import type { AppContext } from '../context.ts'
import { sweepOperations } from '../http/operations/operation-records.ts'
import { describeError } from '../log.ts'
import { sweepPushes } from './send-pushes.ts'
import { sweepSms } from './send-sms.ts'
import { deletionTime } from './deletion-time.ts'
import { scheduledJob } from './run-jobs.ts'

const sweeps = [
  sweepOperations,
  sweepAttempts,
  sweepChallenges,
  sweepSessions,
  sweepPasskeyChallenges,
  sweepPushes,
  sweepSms,
]

/** Deletes what has expired by `now`, of every kind, also when one kind cannot be deleted. */
export async function sweepAll({ db, log }: Pick<AppContext, 'db' | 'log'>, now: Date): Promise<void> {
  for (const sweep of sweeps)
    await sweep(db, now).catch((error: unknown) =>
      log.error('not-cleaned-up', { sweep: sweep.name, ...describeError(error) }),
    )
}

export const cleanUp = scheduledJob('clean-up', 10 * MINUTE, async (app) =>
  sweepAll(app, await deletionTime(app)),
)
