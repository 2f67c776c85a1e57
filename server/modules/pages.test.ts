import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import * as fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { listInvites } from '#api/contract/invite.ts'
import { listRefunds } from '#api/contract/refund.ts'
import {
  listSlips,
  listStatements,
  type StatementType,
  statementTypes as allTypes,
} from '#api/contract/statement.ts'
import type { Database } from '../database/database.ts'
import { slips } from '../database/schema/deposits.ts'
import { inviteEarnings, refunds } from '../database/schema/rewards.ts'
import { statements } from '../database/schema/statements.ts'
import { describeOnOne } from '../database/test-database.ts'
import type { Client } from '../http/test-app.ts'
import { openTestServer, refused, type TestServer } from './test-server.ts'

/** A row of any list, as the tests write it: its amount (satang) tells it from the others. */
interface Written {
  amount: number
  createdAt: Date
  type: StatementType
}

interface Asked {
  page: number
  limit: number
  before?: string
  from?: string
  until?: string
  type?: StatementType
  statementTypes?: StatementType[]
}

interface Page {
  amounts: number[]
  total: number
  cursor?: string | null | undefined
  message?: string
}

interface List {
  write: (db: Database, memberId: string, rows: readonly Written[]) => Promise<unknown>
  ask: (request: Client, body: Asked) => Promise<Page>
  /** The order of rows that were written in the given one. */
  newestFirst: (rows: readonly Written[]) => Written[]
}

const satangOf = ({ amount }: { amount: number }) => Math.round(amount * 100)
/** Rows of one moment are in the order in which they were written. */
const byTime = (rows: readonly Written[]) =>
  rows.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime()).toReversed()
const byWriting = (rows: readonly Written[]) => rows.toReversed()

const lists: Record<string, List> = {
  statement: {
    write: (db, memberId, rows) => db.insert(statements).values(rows.map((row) => ({ memberId, ...row }))),
    async ask(request, body) {
      const { body: reply } = await request(listStatements, { body })
      return { ...reply, amounts: reply.statements?.map(satangOf) }
    },
    newestFirst: byTime,
  },
  slips: {
    write: (db, memberId, rows) =>
      db.insert(slips).values(
        rows.map(({ amount, createdAt }) => ({
          id: growingUuid(),
          memberId,
          amount,
          createdAt,
          reference: randomUUID(),
          filePath: '',
          fileHash: '',
          contentType: '',
          size: 1,
        })),
      ),
    async ask(request, body) {
      const { body: reply } = await request(listSlips, { body })
      return { ...reply, amounts: reply.slips?.map((slip) => satangOf({ amount: slip.amount })) }
    },
    newestFirst: byTime,
  },
  invites: {
    write: (db, memberId, rows) =>
      db.insert(inviteEarnings).values(
        rows.map(({ amount, createdAt }) => ({
          memberId,
          fromMemberId: memberId,
          amount,
          createdAt,
          reference: randomUUID(),
        })),
      ),
    async ask(request, body) {
      const { body: reply } = await request(listInvites, { body })
      return { ...reply, amounts: reply.invites?.map(satangOf) }
    },
    newestFirst: byWriting,
  },
  refunds: {
    write: (db, memberId, rows) =>
      db.insert(refunds).values(
        rows.map(({ amount, createdAt }) => ({
          memberId,
          amount,
          paidAt: createdAt,
          status: 'paid' as const,
          uptoResultId: amount,
        })),
      ),
    async ask(request, body) {
      const { body: reply } = await request(listRefunds, { body })
      return {
        ...reply,
        amounts: reply.refunds?.map(({ refundAmount }) => satangOf({ amount: refundAmount })),
      }
    },
    newestFirst: byWriting,
  },
}

let uuids = 0
/** Slips of one moment are in the order of their ids. */
function growingUuid(): string {
  uuids += 1
  return `${uuids.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`
}

const START = Date.UTC(2026, 0, 5)
/** Times are few, so that many rows share one. */
const row = fc.record({ second: fc.nat(4), type: fc.constantFrom(...allTypes) })
const rows = fc.array(row, { maxLength: 25 })

function numbered(drawn: readonly { second: number; type: StatementType }[], from = 1): Written[] {
  return drawn.map(({ second, type }, index) => {
    return { amount: from + index, createdAt: new Date(START + second * 1000), type }
  })
}

/** Rows that arrive while somebody turns pages: later than all others. */
const arriving = (count: number): Written[] =>
  Array.from({ length: count }, (_, index) => {
    return { amount: 1000 + index, createdAt: new Date(START + 60_000 + index), type: 'deposit' as const }
  })

const amountsOf = (all: readonly Written[]) => all.map(({ amount }) => amount)

describeOnOne('pages', (open) => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer(open)
  })

  /** All pages from the first on; `between` runs after each. */
  async function turnAll(list: List, request: Client, body: Asked, between = async () => {}) {
    const pages: Page[] = []
    for (let before: string | null | undefined; pages.length === 0 || before;) {
      const page = await list.ask(request, before ? { ...body, before } : body)
      pages.push(page)
      before = page.cursor
      await between()
    }
    return pages
  }

  test.each(Object.entries(lists))(
    'of %s by position are the whole list in order, whatever arrives meanwhile; those by number are the same',
    async (_, list) => {
      await fc.assert(
        fc.asyncProperty(
          rows,
          fc.integer({ min: 1, max: 7 }),
          fc.integer({ min: 0, max: 3 }),
          async (drawn, limit, arrivals) => {
            const { id, request } = await server.newMember()
            const written = numbered(drawn)
            if (written.length > 0) await list.write(server.db, id, written)
            const expected = amountsOf(list.newestFirst(written))
            const byNumber: number[][] = []
            for (let page = 1; page <= Math.max(1, Math.ceil(expected.length / limit)); page += 1) {
              const asked = await list.ask(request, { page, limit })
              expect(asked.total).toBe(expected.length)
              byNumber.push(asked.amounts)
            }
            let fresh = arriving(100)
            const pages = await turnAll(list, request, { page: 1, limit }, async () => {
              const [now, later] = [fresh.slice(0, arrivals), fresh.slice(arrivals)]
              fresh = later
              if (now.length > 0) await list.write(server.db, id, now)
            })
            expect(pages.flatMap(({ amounts }) => amounts)).toEqual(expected)
            expect(pages.map(({ amounts }) => amounts)).toEqual(byNumber)
            for (const { total } of pages) expect(total).toBe(expected.length)
          },
        ),
        { numRuns: 25 },
      )
    },
    120_000,
  )

  test('of the statement by type and time are the rows of that type and time', async () => {
    const second = fc.option(fc.nat(5), { nil: undefined })
    const filter = fc.record({
      from: second,
      until: second,
      type: fc.option(fc.constantFrom(...allTypes), { nil: undefined }),
      statementTypes: fc.option(fc.uniqueArray(fc.constantFrom(...allTypes), { minLength: 1 }), {
        nil: undefined,
      }),
    })
    const { statement } = lists
    if (!statement) throw new Error('No statement')
    await fc.assert(
      fc.asyncProperty(rows, filter, fc.integer({ min: 1, max: 7 }), async (drawn, chosen, limit) => {
        const { id, request } = await server.newMember()
        const written = numbered(drawn)
        if (written.length > 0) await statement.write(server.db, id, written)
        const { from, until, type, statementTypes } = chosen
        const timeOf = (at: number) => new Date(START + at * 1000).toISOString()
        const body = {
          page: 1,
          limit,
          ...(type && { type }),
          ...(statementTypes && { statementTypes }),
          ...(from !== undefined && { from: timeOf(from) }),
          ...(until !== undefined && { until: timeOf(until) }),
        }
        const expected = byTime(written).filter(({ createdAt, type: own }) => {
          const at = createdAt.toISOString()
          return (
            (type ?? own) === own &&
            (statementTypes?.includes(own) ?? true) &&
            at >= (body.from ?? at) &&
            (body.until === undefined || at < body.until)
          )
        })
        const pages = await turnAll(statement, request, body)
        expect(pages.flatMap(({ amounts }) => amounts)).toEqual(amountsOf(expected))
        for (const { total } of pages) expect(total).toBe(expected.length)
      }),
      { numRuns: 40 },
    )
  }, 120_000)

  test('a position of another member, list or filter is refused', async () => {
    const [mine, theirs] = [await server.newMember(), await server.newMember()]
    const body = { page: 1, limit: 1 }
    for (const [name, list] of Object.entries(lists)) {
      for (const { id } of [mine, theirs]) await list.write(server.db, id, arriving(3))
      const before = (await list.ask(mine.request, body)).cursor ?? ''
      expect((await list.ask(mine.request, { ...body, before })).amounts, name).toEqual([1001])
      expect(await list.ask(theirs.request, { ...body, before }), name).toMatchObject({
        message: 'KEY_INVALID',
      })
      for (const other of Object.values(lists).filter((one) => one !== list))
        expect(await other.ask(mine.request, { ...body, before }), name).toMatchObject({
          message: 'KEY_INVALID',
        })
    }
    const { cursor } = (await mine.request(listStatements, { body })).body
    expect(
      await mine.request(listStatements, { body: { ...body, before: cursor ?? '', type: 'deposit' } }),
    ).toMatchObject(refused('KEY_INVALID'))
  })

  test('a malformed position is refused', async () => {
    const { id, request } = await server.newMember()
    for (const list of Object.values(lists)) {
      await list.write(server.db, id, arriving(3))
      const { cursor } = await list.ask(request, { page: 1, limit: 1 })
      const [tag, preceding, total, ...position] = JSON.parse(
        Buffer.from(String(cursor), 'base64url').toString(),
      ) as unknown[]
      const forged = [
        [],
        [tag, preceding, total],
        [tag, preceding, total, ...position, 1],
        [tag, -1, total, ...position],
        [tag, preceding, 1.5, ...position],
        [tag, preceding, total, ...position.slice(1), { $ne: 1 }],
        [tag, preceding, total, ...position.map(() => "1' or 1=1")],
        [tag, preceding, total, ...position.map(() => 1e300)],
        [tag, preceding, total, ...position.map(() => -1)],
        [tag, preceding, total, ...position.map(() => Number.MAX_SAFE_INTEGER + 1)],
        ...(position.length > 1 ? [[tag, preceding, total, Number.MAX_SAFE_INTEGER, position[1]]] : []),
      ].map((parts) => Buffer.from(JSON.stringify(parts)).toString('base64url'))
      for (const before of ['', 'x', 'null', '%00', ...forged, `${cursor}`.slice(1), 'a'.repeat(301)])
        expect(await list.ask(request, { page: 1, limit: 1, before }), before).toMatchObject({
          message: 'KEY_INVALID',
        })
    }
  })

  test('a row of the statement has the time of its writing, however long its transaction has waited', async () => {
    const { id } = await server.newMember()
    await server.db.transaction(async (tx) => {
      await tx.execute(
        sql`do $$ begin while clock_timestamp() < now() + interval '5 ms' loop end loop; end $$`,
      )
      const [written] = await tx
        .insert(statements)
        .values({ memberId: id, type: 'deposit', amount: 1 })
        .returning({ isLater: sql<boolean>`${statements.createdAt} > now()` })
      expect(written?.isLater).toBe(true)
    })
  })
})
