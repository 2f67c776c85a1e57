import { and, eq, gte, ilike, lt, or, type SQL } from 'drizzle-orm'
import { type StatementType, statementTypes as allTypes } from '#api/contract/statement.ts'
import { parseAmount } from '#lib/money/money.ts'
import { DAY } from '../../clock.ts'
import { partOf } from '../../database/query.ts'
import { statements } from '../../database/schema/statements.ts'
import { ApiError } from '../../http/api-error.ts'

/** Which rows a call asks for, but for their types. */
export interface RowFilter {
  from?: string | undefined
  until?: string | undefined
  search?: string | undefined
}

/** The types asked for, each once; undefined for all of them. */
export function typesOf({
  statementTypes,
  type,
}: {
  statementTypes?: StatementType[] | undefined
  type?: StatementType | undefined
}): StatementType[] | undefined {
  if (!statementTypes && !type) return undefined
  return allTypes.filter((one) => one === (type ?? one) && (statementTypes?.includes(one) ?? true))
}

/** The longest range that is summed or exported, in ms. */
const MAX_RANGE = 3660 * DAY

export function checkRange({ from, until }: { from: string; until: string }): void {
  const range = Date.parse(until) - Date.parse(from)
  if (range < 0 || range > MAX_RANGE) throw new ApiError('KEY_INVALID')
}

/** The condition of a member's rows of any type. */
export const rowsOfMember = (memberId: string, { from, until, search }: RowFilter): SQL | undefined =>
  and(
    eq(statements.memberId, memberId),
    from === undefined ? undefined : gte(statements.createdAt, new Date(from)),
    until === undefined ? undefined : lt(statements.createdAt, new Date(until)),
    search === undefined ? undefined : holds(search),
  )

/** The condition of rows with this in their reference or note, or of this amount in baht, however it is typed. */
function holds(search: string): SQL | undefined {
  const part = partOf(search)
  const amount = parseAmount(search)
  return or(
    ilike(statements.reference, part),
    ilike(statements.note, part),
    amount.ok ? eq(statements.amount, amount.satang) : undefined,
  )
}
