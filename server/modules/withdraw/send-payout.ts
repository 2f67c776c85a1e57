import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { AppContext } from '../../context.ts'
import { members } from '../../database/schema/members.ts'
import { withdrawals } from '../../database/schema/withdrawals.ts'
import { refusesPayouts } from '../../ledger/audit-results.ts'
import { describeError } from '../../log.ts'
import type { PayoutOrder } from '../../providers/bank.ts'
import { inProviderTime, MEMBER_TIMEOUT } from '../../providers/time-limit.ts'
import { isNotInquired } from './payout-inquiry.ts'

type App = Pick<AppContext, 'config' | 'db' | 'clock' | 'log' | 'providers' | 'realtime'>

/** Whether the house has not closed the withdrawal's member; a break, which the member takes, closes nobody. */
const isMemberActive = sql`exists (select from ${members} where ${members.id} = ${withdrawals.memberId} and ${members.status} = 'active')`

/**
 * A payout that is not handed to the bank until its member is active again, or a person refuses it. One that the bank was asked to pay
 * is not held: the bank may have it.
 */
export const isHeld = sql<boolean>`(${withdrawals.status} = 'pending' and ${withdrawals.takenAt} is null and not ${isMemberActive})`

/**
 * Hands a payout to the bank, and writes down that it took the order: then nobody hands it over again. The member's open
 * withdrawal shows it. Nothing is sent while payouts are stopped, while it is held or asked about, or if it has ended.
 * Throws if the bank has not taken it, or has not answered: it pays one reference once, so it may be asked again.
 */
export async function handOver(app: App, payout: PayoutOrder): Promise<void> {
  const { db, clock, providers, realtime } = app
  const { reference } = payout
  if (await refusesPayouts(app, { withdrawal: reference })) return
  const taken = await takeForBank(app, reference)
  if (!taken) return
  await inProviderTime(providers.bank.payOut({ ...payout, currency: taken.currency }))
  const [handed] = await db
    .update(withdrawals)
    .set({ handedAt: clock.now() })
    .where(eq(withdrawals.id, reference))
    .returning({ memberId: withdrawals.memberId })
  if (handed) realtime.walletChanged(handed.memberId, 'withdraw')
}

/**
 * Committed before the bank is asked: from then on the member cannot cancel, whatever the bank answers. Undefined if it is not to be handed
 * over now, because it no longer waits, is held, or a person asks the bank about it.
 */
async function takeForBank({ db, clock }: App, id: string) {
  const now = clock.now()
  const [taken] = await db
    .update(withdrawals)
    .set({ takenAt: sql`coalesce(${withdrawals.takenAt}, ${now.toISOString()}::timestamptz)` })
    .where(
      and(
        eq(withdrawals.id, id),
        eq(withdrawals.status, 'pending'),
        or(
          and(isNull(withdrawals.takenAt), isMemberActive),
          and(isNotNull(withdrawals.takenAt), isNotInquired(now)),
        ),
      ),
    )
    .returning({ currency: withdrawals.currency })
  return taken
}

/**
 * Hands over a payout whose withdrawal was just committed. If that fails, the money stays reserved and `jobs/` hands it over
 * when its lease is over: the member is not affected, and waits no longer than `MEMBER_TIMEOUT`. Never throws.
 */
export async function sendPayout(app: App, payout: PayoutOrder): Promise<void> {
  try {
    await inProviderTime(handOver(app, payout), MEMBER_TIMEOUT)
  } catch (error) {
    app.log.error('payout-not-taken', { withdrawal: payout.reference, ...describeError(error) })
  }
}
