import * as v from 'valibot'
import { moment, type StatementType, statementTypes } from '#api/contract/statement.ts'
import type { StatementFilter } from '#data/wallet/statement-queries.ts'
import { startInBangkok } from '#lib/bangkok.ts'

/** The kinds that the statement can be filtered by. */
export const statementKinds = ['deposit', 'withdraw', 'transfer', 'bonus'] as const
export type StatementKind = (typeof statementKinds)[number]

const kindOf: Record<StatementType, StatementKind> = {
  deposit: 'deposit',
  bonus: 'bonus',
  finish_bonus: 'bonus',
  withdraw: 'withdraw',
  transfer: 'transfer',
}

/** What the member looks for in the statement, as it is in the address. */
export interface StatementSearch {
  /** Without any, all of them. */
  kinds: readonly StatementKind[]
  /** The first and the last day in Bangkok, `YYYY-MM-DD`. */
  from?: string | undefined
  until?: string | undefined
  /** Part of a reference, an amount or a note. */
  text?: string | undefined
}

interface Address {
  /** Kinds, separated by commas. */
  kind?: string | undefined
  from?: string | undefined
  until?: string | undefined
  q?: string | undefined
}

const isKind = (text: string): text is StatementKind => statementKinds.some((kind) => kind === text)
/** The first day whose start the calls can name. */
export const firstDay = '1000-01-02'

/** A day whose start and end the calls can name. */
const isDay = (text: string) =>
  /^\d{4}-\d\d-\d\d$/u.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  [0, 1].every((after) => v.is(moment, startOfDay(text, after)))

/** Reads the search from an address. Anybody may have written it: an unknown kind, or a day that is none, is left out. */
export const readStatementSearch = ({ kind, from, until, q }: Address): StatementSearch => ({
  kinds: [...new Set(kind?.split(','))].filter((one) => isKind(one)),
  from: from && isDay(from) ? from : undefined,
  until: until && isDay(until) ? until : undefined,
  text: q?.trim().slice(0, 100) || undefined,
})

const dayMs = 24 * 60 * 60_000

/** The start of a day in Bangkok, ISO 8601 in UTC; `after` days later. */
export const startOfDay = (day: string, after = 0): string =>
  new Date(startInBangkok('day', day) + after * dayMs).toISOString()

/** The filter of the calls; undefined where all rows are looked for. */
export function toStatementFilter({
  kinds,
  from,
  until,
  text,
}: StatementSearch): StatementFilter | undefined {
  if (kinds.length === 0 && !from && !until && !text) return undefined
  return {
    ...(kinds.length > 0 && {
      statementTypes: statementTypes.filter((type) => kinds.includes(kindOf[type])),
    }),
    ...(from && { from: startOfDay(from) }),
    ...(until && { until: startOfDay(until, 1) }),
    ...(text && { search: text }),
  }
}
