import { DAY, later, MINUTE } from '../clock.ts'
import type { AppContext } from '../context.ts'
import { examineWaiting } from '../modules/slip/examine-slip.ts'
import { finishProviderTransfers } from './finish-provider-transfers.ts'
import { resendPayouts } from './resend-payouts.ts'
import { reportSuspectedTransfers } from './report-suspected-transfers.ts'

/** Resumes what waits for external services; slips only if uploaded since then. Never throws. */
export async function resumeWork(context: AppContext, since?: Date): Promise<void> {
  await finishProviderTransfers(context)
  await resendPayouts(context)
  await examineWaiting(context, since)
  await reportSuspectedTransfers(context)
}

/** Everything now, and every minute what is less than a day old: the rest needs a person. Returns the stop function. */
export function startResuming(context: AppContext): () => void {
  let isAtWork = false
  const work = async (since?: Date) => {
    if (isAtWork) return
    isAtWork = true
    await resumeWork(context, since)
    isAtWork = false
  }
  void work()
  const timer = setInterval(() => void work(later(context.clock.now(), -DAY)), MINUTE)
  timer.unref()
  return () => clearInterval(timer)
}
