import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { and, eq } from 'drizzle-orm'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { collect } from '#api/contract/collect.ts'
import { listStatements } from '#api/contract/statement.ts'
import { transfer, withdrawAll } from '#api/contract/wallet.ts'
import { activateGame } from '#api/contract/game-account.ts'
import { MINUTE } from '../../clock.ts'
import type { Connection } from '../../database/database.ts'
import { providerTransfers } from '../../database/schema/provider-transfers.ts'
import { describeOnEach, type Open } from '../../database/test-database.ts'
import { FaultInjector } from '../../database/test-fault-injection.ts'
import { findPgbouncer, openThroughPgbouncer } from '../../database/test-pgbouncer.ts'
import { finishProviderTransfers } from '../../jobs/finish-provider-transfers.ts'
import { runJob } from '../../jobs/run-jobs.ts'
import { balancesOf } from '../../ledger/balances.ts'
import { auditLedger } from '../../ledger/audit.ts'
import { ProviderFailure } from '../../providers/provider-failure.ts'
import { faultyProgram } from '../test-crash.ts'
import { openTestServer, type TestMember, type TestServer } from '../test-server.ts'
import { finishProviderTransfer } from './finish-transfer.ts'

/** With LONG=1 every step is tried, and both ways of dying; otherwise some. */
const IS_LONG = process.env['LONG'] === '1'
const POINTS = 3
const TIMEOUT_MS = 20 * MINUTE

type Send = (member: TestMember, key: string) => Promise<{ status: number; body: { message?: string } }>

const move =
  (from: string, to: string): Send =>
  ({ request }, key) =>
    request(transfer, { body: { from, to, amount: 100 }, key })

const all: Send = ({ request }, key) => request(withdrawAll, { body: { amount: 900 }, key })

const fromEach: Send = ({ request }, key) => request(collect, { key })

/** The operation, and the switch of the sandbox that makes a provider refuse it. */
const cases: [name: string, send: Send, broken?: string][] = [
  ['into a game', move('WALLET', 'PG')],
  ['out of a game', move('PG', 'WALLET')],
  ['between games', move('PG', 'JOKER')],
  ['withdrawing all', all],
  ['from each game by itself', fromEach],
  ['into a game that refuses it', move('WALLET', 'PG'), 'game:PG'],
  ['between games, the second of which takes it and says no', move('PG', 'JOKER'), 'game:JOKER:after'],
  ['withdrawing all, which a game refuses', all, 'game:JOKER'],
]

const pgbouncer = findPgbouncer()

function killedBetweenSteps(open: Open): void {
  let server: TestServer
  let connection: Connection
  beforeAll(async () => {
    server = await openTestServer(async () => (connection = await open()))
  })

  /** A member whose operation has reserved its money, when the program was killed. */
  async function begin(send: Send) {
    const member = await server.newMember({ wallet: 100_000 })
    for (const slot of ['PG', 'JOKER']) await member.request(activateGame, { params: { slot } })
    await move('WALLET', 'PG')(member, randomUUID())
    await move('WALLET', 'JOKER')(member, randomUUID())
    await move('WALLET', 'PG')(member, randomUUID())
    const before = await balancesOf(server.db, member.id)
    const key = randomUUID()
    const { games } = server.context.providers
    const own = { ...games }
    Object.assign(games, {
      move: async () => {
        throw new Error('killed')
      },
    })
    // One that is answered before its providers are asked has its answer already.
    expect([200, 202]).toContain((await send(member, key)).status)
    const mine = eq(providerTransfers.memberId, member.id)
    expect(await server.db.$count(providerTransfers, mine)).toBe(send === fromEach ? 2 : 1)
    Object.assign(games, own)
    const [row] = await server.db.select({ id: providerTransfers.id }).from(providerTransfers).where(mine)
    return { member, key, before, id: row?.id ?? '' }
  }

  const sandbox = () => server.context.providers.sandbox!
  function arm(name: string | undefined) {
    const { switches } = sandbox()
    if (name && !switches.armed(name)) switches.toggle(name)
  }
  /** A switch refuses one call. A provider whose refusal was forgotten is asked again, and refuses again. */
  async function refuseAgain(id: string, name: string | undefined) {
    const asked = and(eq(providerTransfers.id, id), eq(providerTransfers.status, 'moving'))
    if ((await server.db.$count(providerTransfers, asked)) > 0) arm(name)
  }

  /** What became of the operation, by its answers, the books, the providers and the statement. */
  async function endOf({ member, key, before }: Awaited<ReturnType<typeof begin>>, send: Send) {
    const answers = [await send(member, key), await send(member, key)]
    const after = await balancesOf(server.db, member.id)
    const atProviders = ['PG', 'JOKER'].map((game) =>
      sandbox().moves.sum(game, `${game}${member.id}`.toLowerCase()),
    )
    const { body } = await member.request(listStatements, {
      body: { page: 1, limit: 20, statementTypes: ['transfer'] },
    })
    return {
      answers: answers.map((answer) => `${answer.status} ${answer.body.message}`),
      moving: after.moving,
      isAsBefore: isDeepStrictEqual(after, before),
      isAsProvidersSay: isDeepStrictEqual([after.games['PG'], after.games['JOKER']], atProviders),
      rows: [...new Set(body.statements.slice(0, -3).map(({ status }) => status))],
      problems: await auditLedger(server.db, { memberIds: [member.id] }),
    }
  }

  const ended = (broken?: string) => {
    const answer = broken ? '400 TRANSFER_FAIL' : '200 SUCCESS'
    return {
      answers: [answer, answer],
      moving: 0,
      isAsBefore: broken !== undefined,
      isAsProvidersSay: true,
      rows: [broken ? 'FAILED' : 'SUCCESS'],
      problems: [],
    }
  }

  /** Finishes the transfer in a program that `faults` kills; returns the member's money in all, in satang. */
  async function finishAndDie({ member }: Awaited<ReturnType<typeof begin>>, faults: FaultInjector) {
    const faulty = faultyProgram(server.context, connection, member.request.token, faults)
    server.clock.advance(MINUTE)
    await runJob(faulty.context, finishProviderTransfers)
    // The database notices a broken connection a moment later.
    await new Promise(setImmediate)
    await faulty.close()
    const { wallet, moving, withdrawing, games } = await balancesOf(server.db, member.id)
    return Object.values(games).reduce((sum, held) => sum + held, wallet + moving + withdrawing)
  }

  test.each(cases)(
    'killed between any two steps: %s',
    async (_, send, broken) => {
      const intact = new FaultInjector()
      const whole = await begin(send)
      arm(broken)
      await finishAndDie(whole, intact)
      expect(await endOf(whole, send)).toEqual(ended(broken))
      const points = Array.from({ length: intact.steps }, (__, at) => at + 1)
      const tried = IS_LONG ? points : sampleOf(points)
      for (const at of tried) {
        for (const once of IS_LONG ? [true, false] : [at % 2 === 0]) {
          const begun = await begin(send)
          arm(broken)
          const said = `at ${at} of ${intact.steps}, ${once ? 'one step lost' : 'the program lost'}`
          expect(await finishAndDie(begun, new FaultInjector(at, once)), said).toBe(100_000)
          await refuseAgain(begun.id, broken)
          server.clock.advance(MINUTE)
          await runJob(server.context, finishProviderTransfers)
          expect(await endOf(begun, send), said).toEqual(ended(broken))
        }
      }
    },
    TIMEOUT_MS,
  )

  test('one who hears of a failure after another has settled it cancels nothing', async () => {
    const send = move('WALLET', 'PG')
    const begun = await begin(send)
    const { games } = server.context.providers
    const own = { ...games }
    const late = async () => {
      Object.assign(games, own)
      await finishProviderTransfer(server.context, begun.id)
      throw new ProviderFailure('too late')
    }
    Object.assign(games, { move: late })
    expect(await finishProviderTransfer(server.context, begun.id)).toBeUndefined()
    expect(await endOf(begun, send)).toEqual(ended())
  })

  test.each(cases)(
    'worked on by several at once, it ends once: %s',
    async (_, send, broken) => {
      const begun = await begin(send)
      arm(broken)
      await Promise.allSettled(
        Array.from({ length: 5 }, () => finishProviderTransfer(server.context, begun.id)),
      )
      server.clock.advance(MINUTE)
      await runJob(server.context, finishProviderTransfers)
      // The switch refuses one call: another may have been answered, and settled, before the refusal was written down.
      const ends = broken ? [ended(), ended(broken)] : [ended()]
      expect(ends).toContainEqual(await endOf(begun, send))
    },
    TIMEOUT_MS,
  )
}

describeOnEach('a provider transfer', killedBetweenSteps)

describe.skipIf(pgbouncer === undefined || inject('postgresUrl') === '')('through PgBouncer', () => {
  const opened: Connection[] = []
  afterAll(async () => {
    await Promise.all(opened.map(({ close }) => close()))
  })
  killedBetweenSteps(async () => {
    const connection = await openThroughPgbouncer(pgbouncer ?? '', 3)
    opened.push(connection)
    return connection
  })
})

const sampleOf = (points: readonly number[]) =>
  fc.sample(fc.shuffledSubarray([...points], { minLength: POINTS, maxLength: POINTS }), 1)[0] ?? []
