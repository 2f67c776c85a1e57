import { type AuditEvent, type AuditKind, record } from './audit-trail.ts'
import { HOUR } from '../clock.ts'
import type { AppContext } from '../context.ts'
import { describeError } from '../log.ts'
import { countAttempts } from './attempts.ts'
import { hashOf } from './tokens.ts'

type Failing = { [K in AuditKind]: AuditEvent<K> extends { after: { times: number } } ? K : never }[AuditKind]
type WithoutTimes<E> = E extends { after: infer After; at: Date }
  ? Omit<E, 'after' | 'at'> & { after: Omit<After, 'times'> }
  : never

/** The limits within an hour: per kind for a phone at an address and for an address; of all kinds for all members, and for all strangers. */
const WRITTEN_EACH = 10
const WRITTEN_OF_ADDRESS = 200
const WRITTEN_OF_ALL = 10_000

/** Above the limit only the next powers of ten are recorded (the 100th, 1,000th …), which show how many there were. */
const isRecorded = (times: number, max: number) => times <= max || /^10+$/u.test(String(times))

/**
 * Records a failure in its own transaction, because the failed one is rolled back. Many failures do not fill the disk, and those of
 * unknown phones or of one address do not displace members' failures. Never throws, and makes as many queries for an unknown phone
 * as for a member's. Inside an operation it belongs in `onRollback`.
 *
 * @param about what the failures are counted by, besides kind and address: the phone or the member
 */
export async function recordFailure(
  { db, clock, log }: Pick<AppContext, 'db' | 'clock' | 'log'>,
  event: WithoutTimes<AuditEvent<Failing>>,
  about: string,
): Promise<void> {
  try {
    const now = clock.now()
    const mine = hashOf(`${about}:${event.from?.address}`)
    const times = await countAttempts(db, { key: `trail:${event.kind}:${mine}`, within: HOUR }, now)
    if (!isRecorded(times, WRITTEN_EACH)) return
    const place = `trail:${event.kind}:address:${hashOf(event.from?.address ?? '')}`
    const here = await countAttempts(db, { key: place, within: HOUR }, now)
    if (!isRecorded(here, WRITTEN_OF_ADDRESS)) return
    const whose = event.memberId === undefined ? 'strangers' : 'members'
    const all = await countAttempts(db, { key: `trail:${whose}`, within: HOUR }, now)
    if (!isRecorded(all, WRITTEN_OF_ALL)) return
    await record(db, { ...event, at: now, after: { ...event.after, times } } as AuditEvent)
  } catch (error) {
    log.error('failure-not-recorded', { kind: event.kind, ...describeError(error) })
  }
}
