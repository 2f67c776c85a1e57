import { randomUUID } from 'node:crypto'
import { assert, asyncProperty } from 'fast-check'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { Database } from '../database/database.ts'
import { rowsOf } from '../database/query.ts'
import { addMember, describeOnEach } from '../database/test-database.ts'
import { auditLedger } from './audit.ts'
import { balancesOf } from './balances.ts'
import { type Answer, attempt, gainOf, MEMBERS, type Run, randomRun } from './test-random-operations.ts'

const RUNS = process.env['LONG'] === '1' ? 1000 : 100
const TRIES = 50
const CLIENTS = 8
const MINUTES = 60_000

describeOnEach('the laws of the ledger', (open) => {
  let db: Database

  beforeAll(async () => {
    db = (await open({ poolSize: CLIENTS })).db
  })

  test(
    `hold after ${RUNS} runs of ${TRIES} operations by ${CLIENTS} clients`,
    { timeout: 20 * MINUTES },
    async () => {
      await assert(
        asyncProperty(randomRun(TRIES), (run) => holds(db, run)),
        { numRuns: RUNS, endOnFailure: true },
      )
      expect(await auditLedger(db)).toEqual([])
    },
  )
})

async function holds(db: Database, run: Run): Promise<void> {
  const name = randomUUID()
  const members = await Promise.all(Array.from({ length: MEMBERS }, () => addMember(db)))
  const answers = await performAll(db, run, name, members)

  expect(await auditLedger(db, { memberIds: members })).toEqual([])
  await expectOneEffectEach(db, name, answers)
  await expectNothingMadeOrLost(db, run, answers, members)
}

/** The results of every attempt by operation. The clients take the attempts in turn and run concurrently. */
async function performAll(db: Database, { operations, tries }: Run, name: string, members: string[]) {
  const answers = new Map<number, Answer[]>()
  const waiting = tries.values()
  const client = async () => {
    for (const { operation: number, broken } of waiting) {
      const operation = operations[number]
      const member = operation && members[operation.member]
      if (!operation || !member) continue
      const answer = await attempt(db, operation, `${name}:${number}`, member, broken)
      if (answer !== 'broken off') answers.set(number, [...(answers.get(number) ?? []), answer])
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  return answers
}

async function expectOneEffectEach(
  db: Database,
  name: string,
  answers: Map<number, Answer[]>,
): Promise<void> {
  const postings = await rowsOf<{ id: number; operation: string }>(
    db,
    sql`select id, act as operation from ledger_postings where act >= ${`${name}:`} and act < ${`${name};`}`,
  )
  const idOf = new Map(postings.map(({ id, operation }) => [operation, id]))
  for (const [number, told] of answers) {
    const posted = told.filter(({ outcome }) => outcome === 'posted')
    const id = idOf.get(`${name}:${number}`)
    expect(posted).toHaveLength(id === undefined ? 0 : 1)
    for (const { postingId } of told) if (postingId !== undefined) expect(postingId).toBe(id)
  }
}

async function expectNothingMadeOrLost(
  db: Database,
  { operations }: Run,
  answers: Map<number, Answer[]>,
  members: string[],
): Promise<void> {
  const due = members.map((_, member) => {
    const posted = operations.filter(
      (operation, number) =>
        operation.member === member && answers.get(number)?.some(({ outcome }) => outcome === 'posted'),
    )
    return posted.reduce((sum, operation) => sum + gainOf(operation), 0)
  })
  const held = await Promise.all(members.map((id) => totalOf(db, id)))
  expect(held).toEqual(due)
}

async function totalOf(db: Database, memberId: string): Promise<number> {
  const { wallet, withdrawing, games } = await balancesOf(db, memberId)
  return Object.values(games).reduce((sum, amount) => sum + amount, wallet + withdrawing)
}
