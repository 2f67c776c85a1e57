import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { request } from '#api/client.ts'
import { listStatements, type Statement, type StatementType } from '#api/contract/statement.ts'
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

/** Filters rows by a kind; all of them without one. */
export const isOfKind = (kind: StatementKind | undefined) => {
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
