import { expect } from 'vitest'
import type { Connection, Database } from '../database/database.ts'
import { addMember } from '../database/test-database.ts'
import { type Client, openTestApp, type TestApp, type TestAppOptions } from './test-app.ts'

interface Asked {
  query: string
  params: unknown[]
}

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

interface Explained {
  rows: { 'QUERY PLAN'?: { Plan: Plan }[] }[]
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

const readsOf = (nodes: readonly Plan[]) =>
  nodes.reduce(
    (sum, node) => sum + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
    0,
  )

export const isCount = ({ query }: Asked): boolean => query.startsWith('select count')

/** Every query that this database is asked from now on. */
export function queriesOf(db: Database): Asked[] {
  const asked: Asked[] = []
  const logger = {
    logQuery: (query: string, params: unknown[]) => {
      // The invite's reply also says how many friends there are, which is no list.
      if (!query.includes('"invited_by" =')) asked.push({ query, params })
    },
  }
  Object.assign(Reflect.get(db, 'session') as object, { logger })
  return asked
}

/** An app whose member has rows among the many that `fill` writes. `asked`: every query since. */
export async function openFilled(
  open: () => Promise<Connection>,
  fill: (db: Database, member: string) => Promise<void>,
  options?: TestAppOptions,
): Promise<{ app: TestApp; db: Database; request: Client; asked: Asked[] }> {
  const app = await openTestApp(open, options)
  const { db } = app
  const member = await addMember(db)
  await fill(db, member)
  const request = await app.client(member)
  return { app, db, request, asked: queriesOf(db) }
}

/** Runs a query again and tells how PostgreSQL did it. */
async function planOf(db: Database, { query, params }: Asked): Promise<Plan> {
  const { $client } = db as unknown as {
    $client: { query: (text: string, params: unknown[]) => Promise<Explained> }
  }
  const { rows } = await $client.query(`explain (analyze, format json) ${query}`, params)
  const [explained] = rows[0]?.['QUERY PLAN'] ?? []
  if (!explained) throw new Error(`No plan of ${query}`)
  return explained.Plan
}

/**
 * Lists the sorts in queries of these tables, and the scans that read more than so many of their rows. With `maySortThem`, PostgreSQL
 * may find all rows that there are, and sort them, as long as they are no more.
 */
export async function excessOf(
  db: Database,
  asked: readonly Asked[],
  longTables: readonly string[],
  rows: number,
  maySortThem = false,
): Promise<string[]> {
  const wrong: string[] = []
  const onLong = asked.filter(({ query }) => longTables.some((table) => query.includes(`from "${table}"`)))
  expect(onLong).not.toEqual([])
  for (const one of onLong) {
    for (const node of nodesOf(await planOf(db, one))) {
      const type = node['Node Type']
      const isLong = longTables.some((table) => table === node['Relation Name'])
      const reads = readsOf([node])
      const isSort = /sort/iu.test(type) && !(maySortThem && readsOf(node.Plans ?? []) <= rows)
      if (isSort || (isLong && reads > rows)) wrong.push(`${type} of ${reads} rows, ${one.query}`)
    }
  }
  return wrong
}
