import { request } from '#api/client.ts'
import { type StatementTotal, totalStatements } from '#api/contract/statement-figures.ts'
import { listStatements, type Statement } from '#api/contract/statement.ts'
import { maxPageSize } from '#lib/paging.ts'
import type { StatementFilter } from '#data/wallet/statement-queries.ts'

/** More rows than that are a file's business. */
export const maxPrinted = 1000

/** What a printed sheet shows. */
export interface Printed {
  /** Newest first. */
  rows: readonly Statement[]
  months: readonly StatementTotal[]
}

type RangeFilter = StatementFilter & { from: string; until: string }

/** Reads the rows and their totals by month; null if they are too many for a sheet. */
export async function readPrinted(filter: RangeFilter): Promise<Printed | null> {
  const rows: Statement[] = []
  let page = 0
  let before: string | undefined
  do {
    page += 1
    const reply = await request(listStatements, { body: { page, limit: maxPageSize, before, ...filter } })
    if (reply.total > maxPrinted) return null
    rows.push(...reply.statements)
    before = reply.cursor ?? undefined
  } while (before)
  const { totals } = await request(totalStatements, { body: { ...filter, by: 'month' } })
  return { rows, months: totals }
}
