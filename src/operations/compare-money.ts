import { request } from '#api/client.ts'
import { listStatements, type Statement } from '#api/contract/statement.ts'
import { getWallet } from '#api/contract/wallet.ts'
import { clockSlackMs, isServerTimeKnown } from '#lib/dates/clock.ts'
import { pageSize } from '#lib/paging.ts'
import type { LogEntry } from './operation-log.ts'
import type { Comparison } from './outcome.ts'

/** Loads wallet and statement, and compares them with what was known before. Money is in satang. */
export async function compareMoney(entry: LogEntry, signal?: AbortSignal): Promise<Comparison> {
  // Not imported above: the screens' files would name its file too, as one to load together with this.
  const { knownOperation } = await import('./operations.ts')
  const type = knownOperation(entry.act)?.row
  if (!type) return { status: 'compared' }
  const [{ wallet }, { statements }] = await Promise.all([
    request(getWallet, { signal }),
    request(listStatements, { body: { page: 1, limit: pageSize }, signal }),
  ])
  // By a wrong phone clock, another operation's row could match, or its own be missed.
  if (!isServerTimeKnown()) return { status: 'compared' }
  const isLater = ({ createdAt }: Statement) => Date.parse(createdAt) >= entry.at - clockSlackMs
  const alike = statements.filter(
    (one) =>
      one.statementType === type &&
      isLater(one) &&
      (entry.amount === undefined || Math.abs(one.amount) === entry.amount),
  )
  const row = alike.find(({ status }) => status !== 'FAILED')
  // A failed row may belong to this operation or to an earlier attempt, so it proves nothing.
  if (!row && alike.length > 0) return { status: 'compared' }
  // The row may be on a later page.
  if (!row && statements.length >= pageSize && statements.every(isLater)) return { status: 'compared' }
  return { status: 'compared', row, wallet: { before: entry.wallet, now: wallet.amount } }
}
