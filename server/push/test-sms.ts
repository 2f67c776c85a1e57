import { systemClock } from '../clock.ts'
import type { AppContext } from '../context.ts'
import { runJob } from '../jobs/run-jobs.ts'
import { sendQueuedSms } from '../jobs/send-sms.ts'

/** Sends what waits, as the job does some seconds after a change. The database's clock says when one may be sent, and a test's stands still. */
export const deliverSms = ({ context }: { context: AppContext }): Promise<void> =>
  runJob({ ...context, clock: systemClock }, sendQueuedSms)
