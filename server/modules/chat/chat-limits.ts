import { countAttempt } from '../../auth/attempts.ts'
import { HOUR, MINUTE } from '../../clock.ts'
import type { Database } from '../../database/database.ts'
import { readSetting } from '../../database/settings.ts'
import { ApiError } from '../../http/api-error.ts'

interface Writer {
  member: { id: string } | undefined
  address: string
  /** Whether the message begins a room. */
  isFirst: boolean
}

/**
 * Counts a customer's message in the transaction that stores it, so that one that is refused, or was stored before, counts nothing.
 * Visitors count by address, because an id costs them nothing. Throws if it is one too many; by the hour, because the app keeps it and
 * tries again.
 */
export async function countMessage(
  tx: Database,
  { member, address, isFirst }: Writer,
  now: Date,
): Promise<void> {
  const most = await readSetting(tx, 'chat')
  const key = `chat-message:${member?.id ?? address}`
  const ofMember = [{ key: `${key}:hour`, max: most.memberPerHour, within: HOUR }]
  const ofVisitors = [
    { key: `${key}:minute`, max: most.visitorsPerMinute, within: MINUTE },
    { key: `${key}:hour`, max: most.visitorsPerHour, within: HOUR },
  ]
  if (isFirst) ofVisitors.push({ key: `${key}:rooms`, max: most.newVisitorsPerHour, within: HOUR })
  for (const limit of member ? ofMember : ofVisitors)
    if (!(await countAttempt(tx, limit, now))) throw new ApiError('REQUEST_LIMIT')
}
