import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { request } from '#api/client.ts'
import { listStatements, type Statement, type StatementType } from '#api/contract/statement.ts'
import { refetchEveryMs } from '#lib/balance.ts'
import { startInBangkok } from '#lib/bangkok.ts'
import { pageSize } from '#lib/paging.ts'
import { askForPage, type Place } from './pages.ts'
import { persisted } from './persisted.ts'

/** Every page of the statement. */
export const statementKey = ['statement'] as const

/** The source of deposits from a TrueMoney Wallet, by transfer or by gift link. */
export const trueWallet = 'TRUEWALLET'

/** The filters of the statement, and the row types of each. */
export const statementKinds = {
  deposit: ['deposit'],
  withdraw: ['withdraw'],
  transfer: ['transfer'],
  bonus: ['bonus', 'finish_bonus'],
} satisfies Record<string, StatementType[]>
export type StatementKind = keyof typeof statementKinds

const isOfKind = (kind: StatementKind | undefined) => {
  const types: readonly string[] | undefined = kind && statementKinds[kind]
  return ({ statementType }: Statement) => types?.includes(statementType) ?? true
}

/**
 * One page of the statement, newest first. A backend that ignores the filter returns the whole page, which is then filtered
 * here.
 */
export const statementQueryOptions = ({ page, before }: Place = { page: 1 }, kind?: StatementKind) =>
  queryOptions({
    queryKey: kind || before ? [...statementKey, page, kind, before] : [...statementKey, page],
    meta: { persist: false },
    queryFn: async ({ signal }) => {
      const statementTypes: StatementType[] | undefined = kind && statementKinds[kind]
      const reply = await askForPage(before, (at) =>
        request(listStatements, { body: { page, limit: pageSize, before: at, statementTypes }, signal }),
      )
      return { ...reply, statements: reply.statements.filter(isOfKind(kind)) }
    },
    staleTime: 15_000,
    placeholderData: keepPreviousData,
    ...(page === 1 && !kind && !before && persisted(listStatements.reply)),
  })

/** The most rows of one reply. */
const mostRows = 100
const dayMs = 24 * 60 * 60_000

/**
 * All rows of one day (`YYYY-MM-DD`, in Bangkok), or null if it has more than one reply holds. Only for a backend that has
 * `page-cursors`: another one would ignore the times.
 */
export const statementDayQueryOptions = (day: string, kind?: StatementKind) =>
  queryOptions({
    queryKey: [...statementKey, 'day', day, kind],
    meta: { persist: false },
    queryFn: async ({ signal }) => {
      const from = startInBangkok('day', day)
      const times = { from: new Date(from).toISOString(), until: new Date(from + dayMs).toISOString() }
      const statementTypes: StatementType[] | undefined = kind && statementKinds[kind]
      const body = { page: 1, limit: mostRows, ...times, statementTypes }
      const { statements, total } = await request(listStatements, { body, signal })
      return total > mostRows ? null : statements.filter(isOfKind(kind))
    },
    staleTime: 15_000,
    refetchInterval: refetchEveryMs,
  })
