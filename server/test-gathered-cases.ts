import { getTableName } from 'drizzle-orm'
import * as ledger from './database/schema/ledger.ts'
import type { Due } from './database/test-due.ts'
import type { CodeWays } from './http/test-code-world.ts'
import type { MoneyOperation, OtherOperations } from './modules/test-money-operation.ts'

/** What a `test-cases.ts` exports: what it has of these. */
interface Cases {
  moneyOperations?: readonly MoneyOperation[]
  otherOperations?: OtherOperations
  codes?: CodeWays
  due?: readonly Due[]
}
const KNOWN: Record<keyof Cases, true> = {
  moneyOperations: true,
  otherOperations: true,
  codes: true,
  due: true,
}
const known = Object.keys(KNOWN)
const ledgerTables: ReadonlySet<unknown> = new Set(Object.values(ledger))

/** One list of each kind from all files, in the order of their names: the property tests draw by position. */
export function gather(files: Readonly<Record<string, Cases>>) {
  const faults: string[] = []
  const paths = Object.keys(files).toSorted()

  for (const path of paths) {
    const names = Object.keys(files[path] ?? {})
    if (names.length === 0) faults.push(`${path} exports none of ${known.join(', ')}`)
    for (const name of names)
      if (!known.includes(name)) faults.push(`${path} exports ${name}, which is none of ${known.join(', ')}`)
    for (const { table } of files[path]?.due ?? [])
      if (ledgerTables.has(table)) faults.push(`${path} counts ${getTableName(table)}, which is the ledger’s`)
  }

  /** Whatever the files have of one kind, by its name, which stands once. */
  function named<Item>(what: string, itemsOf: (cases: Cases) => (readonly [name: string, item: Item])[]) {
    const all = paths
      .flatMap((path) => itemsOf(files[path] ?? {}).map(([name, item]) => ({ path, name, item })))
      .toSorted((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)))
    for (const [at, { path, name }] of all.entries()) {
      const before = all[at - 1]
      if (before?.name === name) faults.push(`${what} ${name} stands in ${before.path} and in ${path}`)
    }
    return all
  }

  const operations = named('the operation', ({ moneyOperations = [], otherOperations = {} }) => [
    ...moneyOperations.map((one) => [one.call.id, one] as const),
    ...Object.values(otherOperations).flatMap((ids) => ids.map((id) => [id, undefined] as const)),
  ])
  const codes = named('the code', (cases) =>
    Object.entries(cases.codes ?? {}).flatMap(([call, ways]) =>
      Object.entries(ways).map(([code, way]) => [`${call} ${code}`, way] as const),
    ),
  )
  const due = named('the table', (cases) => (cases.due ?? []).map((one) => [getTableName(one.table), one]))

  if (faults.length > 0)
    throw new Error(`${faults.join('\n')}\n“Add a call”, 3, in docs/how-to.md says what a test-cases.ts has`)
  return {
    operationIds: operations.map(({ name }) => name),
    moneyOperations: operations.flatMap(({ item }) => item ?? []),
    codes: codes.map(({ name, item }) => [name, item] as const),
    due: due.map(({ item }) => item),
  }
}

const files = import.meta.glob<Cases>('./**/test-cases.ts', { eager: true })

export const { operationIds, moneyOperations, codes, due } = gather(files)
