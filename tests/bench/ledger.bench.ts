import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createPasswords } from '../../server/auth/passwords.ts'
import { connectDatabase } from '../../server/database/connect.ts'
import { startPostgres } from '../../server/database/test-postgres-cluster.ts'
import { findPostgresPrograms } from '../../server/database/test-postgres-programs.ts'
import { startServer } from '../support/server.ts'
import type { Bench, BenchTable } from './bench.ts'
import { cpuTime } from './cpu-time.ts'
import { type HttpCall, loadOverHttp } from './http-load.ts'
import { GAME, memberId, phoneOf, PLAYERS, seedLoad, tokenOf } from './seed-load.ts'
import { load, median } from './setup.ts'

/** A run of a few minutes while one works on something, instead of the whole. */
const isQuick = process.env['QUICK'] === '1'
const ROUNDS = isQuick ? 1 : 3
const SECONDS = isQuick ? 4 : 10
const CLIENTS = 8
const TPC_B_SCALE = isQuick ? 10 : 50
const MEMBERS = 10_000
const STATEMENTS = isQuick ? 200_000 : 1_000_000
const STATEMENTS_OF_ONE = STATEMENTS / 10
const PASSWORD = 'petal-and-river-9'
/** Durable, as in use; the memory that a small machine gives it. */
const POSTGRES = ['shared_buffers=512MB', 'max_wal_size=4GB', 'max_connections=50']
const TPC_B = 'TPC-B'
const SPREAD = 'ledger_post, 1000 house accounts'
const HOT = 'ledger_post, one house account'

const programs = findPostgresPrograms()

interface Measured {
  perSecond: number
  p50?: number
  p99?: number
  /** CPU ms per call. */
  node?: number
  postgres?: number
}

type Measure = () => Promise<Measured>

/** Runs a load and counts the CPU time of both sides. */
async function withCpu(
  processes: { node?: number | undefined; postgres?: number },
  run: () => Promise<{ calls: number; perSecond: number; p50?: number; p99?: number }>,
): Promise<Measured> {
  const before = { node: cpuTime(processes.node), postgres: cpuTime(processes.postgres) }
  const { calls, ...measured } = await run()
  return {
    ...measured,
    node: (cpuTime(processes.node) - before.node) / calls,
    postgres: (cpuTime(processes.postgres) - before.postgres) / calls,
  }
}

/**
 * One posting between a house account and a random member's wallet, by a client that does nothing else. pgbench takes a colon with
 * a letter behind it for one of its variables, even inside a text.
 */
const postScript = (house: string) => `
\\set member random(1, ${PLAYERS})
\\set house random(1, ${PLAYERS})
select ledger_post('bench' || gen_random_uuid(), 'deposit', jsonb_build_array(
  jsonb_build_object('account', 'house' || ':' || 'bank' || ':' || ${house}, 'amount', -100),
  jsonb_build_object('account', 'member' || ':' || 'M' || lpad(:member::text, 8, '0') || ':' || 'wallet', 'amount', 100)
), null, jsonb_build_array(jsonb_build_object(
  'memberId', 'M' || lpad(:member::text, 8, '0'), 'type', 'deposit', 'amount', 100)));
`

/** Many members in turn, each connection other ones: nobody's calls wait for his own. */
const playerOf = (client: number, count: number) => 1 + ((client + count * CLIENTS) % PLAYERS)

const transferBy = (player: number): HttpCall => ({
  method: 'POST',
  path: '/api/wallet/transfer',
  token: tokenOf(player),
  key: randomUUID(),
  body: { from: 'WALLET', to: GAME, amount: 1 },
})

const statementOf = (member: number): HttpCall => ({
  method: 'POST',
  path: '/api/statement',
  token: tokenOf(member),
  body: { page: 1, limit: 10 },
})

const logInOf = (member: number): HttpCall => ({
  method: 'POST',
  path: '/api/login',
  body: { username: phoneOf(member), password: PASSWORD },
})

async function run(): Promise<BenchTable> {
  if (!programs?.pgbench) throw new Error('No pgbench')
  const { pgbench } = programs
  const folder = mkdtempSync(join(tmpdir(), 'champa-bench-'))
  const postgres = startPostgres(programs, POSTGRES)
  const server = await startServer({ DATABASE_URL: postgres.urlOf('postgres'), REQUESTS_PER_MINUTE: '0' })
  const embedded = await startServer({ REQUESTS_PER_MINUTE: '0', DATA_DIR: join(folder, 'embedded') })
  try {
    const passwordHash = await createPasswords({ tooMany: () => new Error('too many'), threads: 1 }).hash(
      PASSWORD,
    )
    const { db, close } = await connectDatabase({ url: postgres.urlOf('postgres') })
    await db.execute('set statement_timeout = 0')
    await seedLoad(db, {
      members: MEMBERS,
      statements: STATEMENTS,
      statementsOfOne: STATEMENTS_OF_ONE,
      passwordHash,
    })
    await db.execute('create database tpcb')
    await db.execute('checkpoint')
    await close()
    await embedded.stop()
    const inside = await connectDatabase({ dataDir: join(folder, 'embedded') })
    await seedLoad(inside.db, { members: PLAYERS, statements: 0, statementsOfOne: 0, passwordHash })
    await inside.close()
    await embedded.restart()

    const bench = async (database: string, args: readonly string[]) => {
      const common = ['-h', postgres.socketFolder, '-U', 'postgres', ...args, database]
      const { stdout } = await promisify(execFile)(pgbench, common, { maxBuffer: 1 << 26 })
      return stdout
    }
    const timed = async (database: string, ...args: string[]) => {
      const told = await bench(database, [
        '-n',
        '-M',
        'prepared',
        '-c',
        String(CLIENTS),
        '-j',
        '2',
        '-T',
        String(SECONDS),
        ...args,
      ])
      const numberAfter = (words: RegExp) => Number(words.exec(told)?.[1])
      return {
        calls: numberAfter(/actually processed: (\d+)/u),
        perSecond: numberAfter(/^tps = ([\d.]+)/mu),
      }
    }
    const post = (name: string, house: string): Measure => {
      const script = join(folder, `${name}.sql`)
      writeFileSync(script, postScript(house))
      return () => withCpu({ postgres: postgres.processId }, () => timed('postgres', '-f', script))
    }
    const http = (next: (client: number, count: number) => HttpCall, on = server): Measure => {
      const time = { clients: CLIENTS, ms: SECONDS * 1000 }
      return () =>
        withCpu({ node: on.processId(), ...(on === server && { postgres: postgres.processId }) }, () =>
          loadOverHttp(on.port, time, next),
        )
    }
    const tpcB: Measure = () => withCpu({ postgres: postgres.processId }, () => timed('tpcb'))
    await bench('tpcb', ['-i', '-q', '-s', String(TPC_B_SCALE)])

    const measures = new Map<string, Measure>([
      ['transfer over HTTP', http((client, count) => transferBy(playerOf(client, count)))],
      [
        'wallet read',
        http((client, count) => ({
          method: 'GET',
          path: '/api/wallet',
          token: tokenOf(playerOf(client, count)),
        })),
      ],
      ['statement, page 1', http((client, count) => statementOf(1 + ((client + count * CLIENTS) % MEMBERS)))],
      [`the same of ${STATEMENTS_OF_ONE} rows`, http(() => statementOf(MEMBERS + 1))],
      [SPREAD, post('spread', ':house::text')],
      [HOT, post('hot', "'HOT'")],
      ['login', http((client, count) => logInOf(playerOf(client, count)))],
      ['transfer, embedded', http((client, count) => transferBy(playerOf(client, count)), embedded)],
    ])
    return tableOf(await runRounds(tpcB, measures))
  } finally {
    await embedded.dispose()
    await server.dispose()
    postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Result extends Measured {
  name: string
  /** How many times as often as TPC-B in the same round. */
  ratio: number
}

/** Each round begins and ends with TPC-B; the median of each figure. */
async function runRounds(tpcB: Measure, measures: ReadonlyMap<string, Measure>): Promise<Result[]> {
  const rounds = new Map<string, Result[]>()
  const keep = (name: string, measured: Measured, ratio: number) =>
    rounds.set(name, [...(rounds.get(name) ?? []), { name, ...measured, ratio }])
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = await tpcB()
    const ours = new Map<string, Measured>()
    for (const [name, measure] of measures) {
      ours.set(name, await measure())
      process.stdout.write(`${round + 1}: ${name}: ${Math.round(ours.get(name)?.perSecond ?? NaN)}/s\n`)
    }
    const after = await tpcB()
    const whole = (before.perSecond + after.perSecond) / 2
    keep(TPC_B, { ...before, perSecond: whole }, 1)
    for (const [name, measured] of ours) keep(name, measured, measured.perSecond / whole)
  }
  return [...rounds].map(([name, results]) => {
    const of = (figure: (result: Result) => number | undefined) =>
      median(results.map((result) => figure(result) ?? NaN))
    return {
      name,
      perSecond: of(({ perSecond }) => perSecond),
      ratio: of(({ ratio }) => ratio),
      p50: of(({ p50 }) => p50),
      p99: of(({ p99 }) => p99),
      node: of(({ node }) => node),
      postgres: of(({ postgres }) => postgres),
    }
  })
}

const wanted = new Map<
  string,
  { words: string; isReached: (result: Result, all: readonly Result[]) => boolean }
>([
  [
    'transfer over HTTP',
    {
      words: '0.30 of TPC-B, p99 25 ms',
      isReached: ({ ratio, p99 = NaN }) => ratio >= 0.3 && p99 <= 25,
    },
  ],
  ['wallet read', { words: '0.35 of TPC-B', isReached: ({ ratio }) => ratio >= 0.35 }],
  ['statement, page 1', { words: '0.30 of TPC-B', isReached: ({ ratio }) => ratio >= 0.3 }],
  [
    HOT,
    {
      words: '0.8 of the spread ones',
      isReached: ({ ratio }, all) => ratio >= 0.8 * (all.find(({ name }) => name === SPREAD)?.ratio ?? NaN),
    },
  ],
  ['transfer, embedded', { words: '250/s', isReached: ({ perSecond }) => perSecond >= 250 }],
])

function tableOf(results: readonly Result[]): BenchTable {
  const show = (figure: number | undefined, digits: number) =>
    figure === undefined || Number.isNaN(figure) ? '' : figure.toFixed(digits)
  return {
    heads: [
      'what',
      'per second',
      'times TPC-B',
      'p50, ms',
      'p99, ms',
      'CPU of Node, ms per call',
      'CPU of PostgreSQL, ms per call',
      'wanted',
      'reached',
    ],
    rows: results.map((result) => {
      const goal = wanted.get(result.name)
      const reached = goal?.isReached(result, results) ? 'yes' : 'no'
      return [
        result.name,
        show(result.perSecond, result.perSecond < 100 ? 1 : 0),
        show(result.ratio, 3),
        show(result.p50, 1),
        show(result.p99, 1),
        show(result.node, 2),
        show(result.postgres, 2),
        goal?.words ?? '',
        goal ? reached : '',
      ]
    }),
    note: `${ROUNDS} rounds of ${SECONDS} s each; TPC-B stands at both ends of a round. ${memberId(MEMBERS + 1)} has the ${STATEMENTS_OF_ONE} rows among ${STATEMENTS} of ${MEMBERS} others. ${load()}`,
  }
}

export const bench: Bench = {
  about: `Calls per second by ${CLIENTS} connections, beside pgbench's TPC-B (${CLIENTS} clients, prepared, scale ${TPC_B_SCALE}) on the same durable PostgreSQL in the same round, medians. Node, PostgreSQL and the clients share the machine. A short run of one round: \`QUICK=1 npm run bench -- ledger\`.`,
  isServerOnly: true,
  missing: () =>
    programs?.pgbench
      ? undefined
      : 'PostgreSQL’s own programs (initdb, pg_ctl, pgbench) are not installed here.',
  run,
}
