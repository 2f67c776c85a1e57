import { randomBytes, randomUUID } from 'node:crypto'
import { io, type Socket } from 'socket.io-client'
import { createPasswords } from '../../server/auth/passwords.ts'
import { connectDatabase } from '../../server/database/connect.ts'
import { startPostgres } from '../../server/database/test-postgres-cluster.ts'
import { findPostgresPrograms } from '../../server/database/test-postgres-programs.ts'
import { findPgbouncer, startPgbouncer } from '../../server/database/test-pgbouncer.ts'
import { reconnection } from '../../src/features/chat/conversation/chat-connection.ts'
import { startServer, type TestServer } from '../support/server.ts'
import type { Bench, BenchTable } from './bench.ts'
import { type HttpCall, loadOverHttp } from './http-load.ts'
import { GAME, phoneOf, PLAYERS, seedLoad, tokenOf } from './seed-load.ts'
import { load } from './setup.ts'

const MS = process.env['QUICK'] === '1' ? 4000 : 10_000
const CLIENTS = 8
const MEMBERS = 3000
const SOCKETS = 2000
/** Each by a member of its own. */
const SLOW_TRANSFERS = 64
const READERS = 4
const LOGINS = 16
const PASSWORD = 'petal-and-river-9'
const POSTGRES = ['shared_buffers=256MB', 'max_wal_size=4GB', 'max_connections=60']

/** The servers are on one database, and each with a folder of its own. */
const DATA_KEYS = randomBytes(32).toString('base64')

const programs = findPostgresPrograms()
const pgbouncer = findPgbouncer()

/** Players `first` to the last in turn. */
const playerOf = (client: number, count: number, clients: number, first = 1) =>
  first + ((client + count * clients) % (PLAYERS - first + 1))

const transferBy = (player: number): HttpCall => ({
  method: 'POST',
  path: '/api/wallet/transfer',
  token: tokenOf(player),
  key: randomUUID(),
  body: { from: 'WALLET', to: GAME, amount: 1 },
})
const walletOf = (player: number): HttpCall => ({
  method: 'GET',
  path: '/api/wallet',
  token: tokenOf(player),
})
const logInOf = (member: number): HttpCall => ({
  method: 'POST',
  path: '/api/login',
  body: { username: phoneOf(member), password: PASSWORD },
})

type Next = (player: number) => HttpCall

/** Calls per second by `CLIENTS` connections to each of these servers at once. */
async function rateOn(servers: readonly TestServer[], next: Next): Promise<number> {
  const clients = CLIENTS * servers.length
  const results = await Promise.all(
    servers.map(({ port }, place) =>
      loadOverHttp(port, { clients: CLIENTS, ms: MS }, (client, count) =>
        next(playerOf(client + place * CLIENTS, count, clients)),
      ),
    ),
  )
  return results.reduce((sum, { perSecond }) => sum + perSecond, 0)
}

/** How long a wallet read of members takes of whom none does anything else, in ms. */
const readOn = ({ port }: TestServer) =>
  loadOverHttp(port, { clients: READERS, ms: MS }, (client, count) =>
    walletOf(playerOf(client, count, READERS, SLOW_TRANSFERS * 2)),
  )

/** Connects as the app's chat does. Resolves when all are connected. */
async function openSockets({ origin }: TestServer): Promise<Socket[]> {
  const sockets: Socket[] = []
  for (let number = 1; number <= SOCKETS; number += 1) {
    const auth = { token: tokenOf(number) }
    const socket = io(origin, { transports: ['websocket'], ...reconnection, auth, forceNew: true })
    sockets.push(socket)
    if (number % 100 === 0) await allConnected(sockets)
  }
  return sockets
}

async function allConnected(sockets: readonly Socket[]): Promise<void> {
  const giveUp = performance.now() + 120_000
  while (sockets.some(({ connected }) => !connected)) {
    if (performance.now() > giveUp) throw new Error('Some sockets did not connect')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Seconds from the first moment in which the restarted server answers until all are connected again. */
async function reconnect(server: TestServer, sockets: readonly Socket[]): Promise<number> {
  await server.kill()
  await server.restart()
  const began = performance.now()
  await allConnected(sockets)
  return (performance.now() - began) / 1000
}

async function run(): Promise<BenchTable> {
  if (!programs) throw new Error('No PostgreSQL')
  const rows: string[][] = []
  const keep = (what: string, figure: string, wanted = '', isReached?: boolean) => {
    process.stdout.write(`${what}: ${figure}\n`)
    rows.push([what, figure, wanted, isReached === undefined ? '' : isReached ? 'yes' : 'no'])
  }
  const postgres = startPostgres(programs, POSTGRES)
  const databaseUrl = postgres.urlOf('postgres')
  const ends: (() => Promise<unknown>)[] = []
  const start = async (url: string, program?: string) => {
    const settings = { DATABASE_URL: url, REQUESTS_PER_MINUTE: '0', DATA_KEYS }
    const server = await startServer(settings, undefined, program)
    ends.push(server.dispose)
    return server
  }
  try {
    const slow = await start(databaseUrl, 'tests/bench/slow-provider-server.ts')
    const passwords = createPasswords({ tooMany: () => new Error('too many'), threads: 1 })
    const { db, close } = await connectDatabase({ url: databaseUrl })
    const passwordHash = await passwords.hash(PASSWORD)
    await seedLoad(db, { members: MEMBERS, statements: 0, statementsOfOne: 0, passwordHash })
    await close()

    await readOn(slow)
    const idle = await readOn(slow)
    const [busy, beside] = await Promise.all([
      readOn(slow),
      loadOverHttp(slow.port, { clients: SLOW_TRANSFERS, ms: MS }, (client) => transferBy(1 + client)),
    ])
    keep('wallet read, nothing beside it: p50, ms', idle.p50.toFixed(1))
    keep(
      `wallet read beside ${SLOW_TRANSFERS} transfers at a provider of 200 ms (${Math.round(beside.perSecond)}/s): p50, ms`,
      busy.p50.toFixed(1),
      'at most twice that',
      busy.p50 <= 2 * idle.p50,
    )
    const [signingIn] = await Promise.all([
      readOn(slow),
      loadOverHttp(slow.port, { clients: LOGINS, ms: MS }, (client, count) =>
        logInOf(playerOf(client, count, LOGINS)),
      ),
    ])
    keep(`wallet read beside ${LOGINS} callers who sign in: p50, ms`, signingIn.p50.toFixed(1))
    await slow.dispose()

    const one = await start(databaseUrl)
    keep('transfers per second, one process', (await rateOn([one], transferBy)).toFixed(0))
    keep('wallet reads per second, one process', (await rateOn([one], walletOf)).toFixed(0))
    const sockets = await openSockets(one)
    const seconds = await reconnect(one, sockets)
    for (const socket of sockets) socket.disconnect()
    keep(
      `${SOCKETS} sockets connected again after the server was killed: s`,
      seconds.toFixed(1),
      '20',
      seconds <= 20,
    )
    await one.dispose()

    if (pgbouncer !== undefined) {
      const pooler = await startPgbouncer(pgbouncer, databaseUrl, 20)
      ends.push(pooler.stop)
      const two = await Promise.all([start(pooler.url), start(pooler.url)])
      keep(
        'transfers per second, two processes through PgBouncer',
        (await rateOn(two, transferBy)).toFixed(0),
      )
      keep(
        'wallet reads per second, two processes through PgBouncer',
        (await rateOn(two, walletOf)).toFixed(0),
      )
      await Promise.all(two.map(({ dispose }) => dispose()))
    }
    return {
      heads: ['what', 'measured', 'wanted', 'reached'],
      rows,
      note: `${MS / 1000} s each.${pgbouncer === undefined ? ' No PgBouncer (1.21 or newer) was installed.' : ''} ${load()}`,
    }
  } finally {
    for (const end of ends.toReversed()) await end()
    postgres.stop()
  }
}

export const bench: Bench = {
  about: `What one member's or one process's trouble does to the others: a slow game provider, sign-ins, a server that is killed; and two processes behind one PgBouncer. ${CLIENTS} connections for each process. PostgreSQL, the servers, the pooler and the clients share the machine. A short run: \`QUICK=1 npm run bench -- traffic\`.`,
  isServerOnly: true,
  missing: () => (programs ? undefined : 'PostgreSQL’s own programs are not installed here.'),
  run,
}
