import { Semaphore } from 'async-mutex'
import { SECOND } from '../clock.ts'
import { inProviderTime, ProviderTimeout } from './time-limit.ts'

/** How many members' balances one provider is asked for at once, by this process. */
const AT_ONCE = 16
/** How long a member waits for a provider's answer, its turn included, in ms. */
const ANSWER_TIMEOUT = 5 * SECOND

/** Asks each provider only so many questions at once, so that many members who refresh do not overrun a slow one. */
export function createProviderTurns({ atOnce = AT_ONCE, timeout = ANSWER_TIMEOUT } = {}) {
  const turns = new Map<string, Semaphore>()

  /** Rejects if there is no answer in time. A question whose turn comes later than that is not asked. */
  return async <Answer>(provider: string, ask: () => Promise<Answer>): Promise<Answer> => {
    const turn = turns.get(provider) ?? new Semaphore(atOnce)
    turns.set(provider, turn)
    let isLate = false
    const answer = turn.runExclusive(async () => {
      if (isLate) throw new ProviderTimeout('Its turn came too late')
      // The provider may still be busy with it when nobody waits any more; one that is silent frees the turn.
      return inProviderTime(ask())
    })
    try {
      return await inProviderTime(answer, timeout)
    } finally {
      isLate = true
    }
  }
}
