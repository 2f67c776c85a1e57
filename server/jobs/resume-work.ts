import { DAY, later, MINUTE } from '../clock.ts'
import type { AppContext } from '../context.ts'
import { examineWaiting } from '../modules/slip/examine-slip.ts'
import { reconcileProviderTransfers } from './reconcile-provider-transfers.ts'
import { resendPayouts } from './resend-payouts.ts'
import { reportSuspectedTransfers } from './report-suspected-transfers.ts'

/** Takes up again what waits for the world outside; slips only of the time since then. Never throws. */
export async function resumeWork(context: AppContext, since?: Date): Promise<void> {
  await reconcileProviderTransfers(context)
  await resendPayouts(context)
  await examineWaiting(context, since)
  await reportSuspectedTransfers(context)
}

/** Now all of it, and every minute what is not a day old yet: the rest is for a person to look at. Gives the stop. */
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
