import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { createAdaptorServer } from '@hono/node-server'
import { createApp } from './app.ts'
import { createSharedClock, MINUTE, SECOND } from './clock.ts'
import type { Config } from './config.ts'
import type { AppContext } from './context.ts'
import { restrictDataFolder } from './database/restrict-data-folder.ts'
import { connectDatabase } from './database/connect.ts'
import { databaseTime } from './database/database-time.ts'
import type { Connection } from './database/database.ts'
import { loadKeyring } from './encryption/load-keyring.ts'
import { allJobs } from './jobs/all-jobs.ts'
import { createLogger, describeError, type Logger } from './log.ts'
import { createPasswords, passwordCosts } from './auth/passwords.ts'
import { tooManyPasswords } from './http/api-error.ts'
import { loadPushKeys } from './push/load-push-keys.ts'
import { createProviders } from './providers/create-providers.ts'
import { createEventStreams } from './realtime/event-streams.ts'
import { createRealtime, type ProcessLink } from './realtime/create-realtime.ts'
import { openPostgresLink } from './realtime/postgres-link.ts'
import type { RedisLink } from './realtime/redis-link.ts'
import { createSocketServer } from './realtime/socket-server.ts'
import { startJobs } from './jobs/run-jobs.ts'
import { refuseMixing } from './seed/refuse-mixing.ts'
import { seed } from './seed/seed.ts'

interface RunningServer {
  readonly port: number
  readonly context: AppContext
  /** After the delay of the settings, or when `now` aborts: waits a few seconds for running requests, then closes everything. */
  stop(now?: AbortSignal): Promise<void>
}

/** How long running requests and jobs are waited for, in ms. */
const SHUTDOWN_TIMEOUT = 5 * SECOND
/**
 * In ms. Longer than proxies keep their connections (60 s with nginx): if the server closed first, a request could be sent on a
 * connection that is just being closed, and be lost.
 */
const KEEP_ALIVE = 65 * SECOND

/** Opens the database, seeds it and listens. Rejects with a message for a person if one of these fails. */
export async function startServer(config: Config): Promise<RunningServer> {
  const log = createLogger(config.logLevel)
  /** What closes each part, in the order of opening. */
  const closers: (() => unknown)[] = []
  const closeAll = async () => {
    for (const close of closers.toReversed()) await close()
  }
  try {
    await restrictDataFolder(config.dataDir)
    const connection = await connectDatabase({
      url: config.databaseUrl,
      dataDir: config.dataDir,
      poolSize: config.databaseConnections,
      migrate: config.migrate,
      onError: (error) => log.warn('database-connection-lost', describeError(error)),
    })
    closers.push(() => connection.close())
    const { db, poolUse } = connection
    await refuseMixing(db, config)
    const clock = createSharedClock(() => databaseTime(db))
    const setClock = async () => {
      const correctedBy = await clock.compare()
      if (correctedBy !== undefined) log.warn('clock-corrected', { correctedBy })
    }
    await setClock()
    // Without a connection, what was found before stays true.
    const settingClock = setInterval(() => void setClock().catch(() => undefined), MINUTE).unref()
    closers.push(() => clearInterval(settingClock))
    const keys = await loadKeyring(db, config)
    const redis = await joinOthers(config, log)
    closers.push(() => redis?.close())
    const link = await openLink(config, connection, redis, log)
    closers.push(() => link?.close())
    const sockets = createSocketServer({ db, clock, log, config, redis })
    const streams = createEventStreams({ db, clock, log })
    closers.push(() => streams.close())
    const context: AppContext = {
      db,
      config,
      clock,
      keys,
      log,
      passwords: createPasswords({
        tooMany: tooManyPasswords,
        threads: config.passwordThreads,
        cost: passwordCosts[config.passwordCost],
      }),
      providers: createProviders(config, db, keys, clock),
      realtime: await createRealtime({ sockets, streams, link }),
      push: await loadPushKeys(config),
      state: { isStopping: false, poolUse, isRedisUp: redis?.isUp },
      sharedCounts: redis?.counts,
    }
    await seed(context)
    const server = createAdaptorServer({ fetch: createApp(context).fetch })
    if (!('closeAllConnections' in server)) throw new Error('Only plain HTTP is served')
    server.keepAliveTimeout = KEEP_ALIVE
    sockets.attach(server)
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(config.port, config.host, resolve)
    })
    if (!config.payouts) log.warn('payouts-off')
    const stopJobs = startJobs(context, allJobs)
    return {
      port: (server.address() as AddressInfo).port,
      context,
      stop: async (now) => {
        context.state.isStopping = true
        // Meanwhile the proxies before it learn from /api/ready that it takes no more.
        await wait(config.shutdownDelay, undefined, { signal: now }).catch(() => undefined)
        const jobs = stopJobs()
        // Event streams never end by themselves.
        streams.close()
        const late = wait(SHUTDOWN_TIMEOUT)
        const shutdownTimer = setTimeout(() => server.closeAllConnections(), SHUTDOWN_TIMEOUT)
        // Closes the HTTP server too: no new connections, idle ones dropped, running requests awaited.
        await sockets.close()
        clearTimeout(shutdownTimer)
        // A job that waits for an outside that does not answer is left: its lease runs out, and others go on with it.
        await Promise.race([jobs, late])
        await closeAll()
      },
    }
  } catch (error) {
    await closeAll()
    throw error
  }
}

/**
 * Redis if it is configured, otherwise PostgreSQL, connects the processes on one database. The embedded database has only one
 * process.
 */
async function openLink(
  { databaseUrl }: Config,
  { kind, db }: Connection,
  redis: RedisLink | undefined,
  log: Logger,
): Promise<ProcessLink | undefined> {
  if (redis) return redis.openLink()
  return kind === 'postgres' && databaseUrl !== undefined ? openPostgresLink(databaseUrl, db, log) : undefined
}

/** With REDIS_URL, Socket.IO broadcasts reach the clients of every process. */
async function joinOthers({ redisUrl }: Config, log: Logger): Promise<RedisLink | undefined> {
  if (redisUrl === undefined) return undefined
  const { linkRedis } = await import('./realtime/redis-link.ts')
  return linkRedis(redisUrl, log)
}
