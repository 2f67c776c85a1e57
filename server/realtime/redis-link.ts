import { createAdapter } from '@socket.io/redis-streams-adapter'
import { createClient } from 'redis'
import { inTime } from '#lib/in-time.ts'
import { SECOND } from '../clock.ts'
import type { SharedCounts } from '../http/limits/request-limit.ts'
import { describeError, type Logger } from '../log.ts'
import type { ProcessLink } from './create-realtime.ts'
import { RedisUnavailable } from './realtime.ts'

/** Connects several processes: a broadcast by one reaches the clients of all. */
export interface RedisLink {
  readonly adapter: ReturnType<typeof createAdapter>
  /** False while Redis cannot be reached, or is silent. Messages sent to it then are lost, or come late. */
  isUp(): boolean
  /** Called when the apps of this process may have missed something: Redis, last heard at `since`, has fallen silent, or is back. */
  onMissed(then: (since: Date) => void): void
  /** The counts that all processes keep together. */
  readonly counts: SharedCounts
  /** Opens a link for the messages that Socket.IO does not carry. */
  openLink(): Promise<ProcessLink>
  close(): void
}

/** The names of the counts begin with this. */
const COUNTS = 'champa:count:'
/** How long a count is kept: longer than the minute that it is about. */
const COUNTED_SECONDS = 120

const EVENTS_CHANNEL = 'champa:events'

/** Between two attempts to connect again, at most. */
const MAX_PAUSE = 2 * SECOND

/** In ms. */
interface Timeouts {
  /** A Redis that accepts the connection and never answers would keep the server from starting for ever. */
  start: number
  /** How long a connection is quiet before Redis is asked whether it is there. */
  quiet: number
}
const TIMEOUTS: Timeouts = { start: 10 * SECOND, quiet: 5 * SECOND }

/**
 * Rejects if Redis cannot be reached now, or does not answer in time; later outages are survived. A machine that is gone, or a process
 * that stands still, closes no connection: Redis is asked all the time whether it is there, and counts as away when it has not
 * answered within as long again.
 */
export async function linkRedis(url: string, log: Logger, timeouts = TIMEOUTS): Promise<RedisLink> {
  const { quiet } = timeouts
  const client = await connect(url, log, timeouts)
  const missed: ((since: Date) => void)[] = []
  let heardAt = Date.now()
  let isAway = false
  let isSilent = false
  const tell = () => {
    for (const then of missed) then(new Date(heardAt))
  }
  const hear = () => {
    if (isAway || isSilent) {
      isAway = false
      isSilent = false
      log.info('redis-back')
      tell()
    }
    heardAt = Date.now()
  }
  client.on('ready', hear)
  client.on('ping-interval', hear)
  client.on('error', () => {
    isAway ||= !client.isReady
  })
  const watch = setInterval(() => {
    if (isAway || isSilent || Date.now() - heardAt <= 2 * quiet) return
    isSilent = true
    log.warn('redis-silent')
    // Messages sent since have not even reached the apps of this process: they wait for Redis' answer.
    tell()
  }, quiet / 2)
  watch.unref()
  const isUp = () => client.isReady && !isSilent
  return {
    // Its reads are answered at least that often: a connection that is quiet for longer is broken.
    adapter: createAdapter(client, { streamName: 'champa', channelPrefix: 'champa', blockTimeInMs: quiet }),
    isUp,
    onMissed: (then) => void missed.push(then),
    counts: {
      async add(counts) {
        // Queued commands would count in a later minute, and late.
        if (!isUp()) throw new Error('Redis is away')
        const many = client.multi()
        for (const [name, by] of counts) many.incrBy(COUNTS + name, by).expire(COUNTS + name, COUNTED_SECONDS)
        const answers = await many.execAsPipeline()
        return new Map([...counts.keys()].map((name, index) => [name, Number(answers[2 * index])]))
      },
    },
    async openLink() {
      // A connection that listens cannot send other commands.
      const listening = await connect(url, log, timeouts)
      return {
        publish(text) {
          // Each write puts off the moment when a dead connection is given up.
          if (isSilent) return log.warn('event-not-published', { reason: 'Redis is silent' })
          client
            .publish(EVENTS_CHANNEL, text)
            .catch((error: unknown) => log.warn('event-not-published', describeError(error)))
        },
        async onMessage(heard, back) {
          await listening.subscribe(EVENTS_CHANNEL, heard)
          listening.on('ready', back)
        },
        close: async () => listening.destroy(),
      }
    },
    close: () => {
      clearInterval(watch)
      client.destroy()
    },
  }
}

async function connect(url: string, log: Logger, { start, quiet }: Timeouts) {
  let wasUp = false
  const client = createClient({
    url,
    // While Redis is unreachable this many commands are queued; later ones are lost.
    commandsQueueMaxLength: 10_000,
    pingInterval: quiet,
    socket: {
      connectTimeout: 5000,
      // A connection on which nothing moves for so long, though it is asked, is broken and replaced.
      socketTimeout: 3 * quiet,
      reconnectStrategy: (tries, cause) => (wasUp ? Math.min(50 * 2 ** tries, MAX_PAUSE) : cause),
    },
  })
  client.on('error', (error: Error) => {
    if (wasUp) log.warn('redis-lost', describeError(error))
  })
  try {
    await inTime(client.connect(), start, () => {
      throw new Error(`no answer within ${start} ms`)
    })
  } catch (error) {
    if (client.isOpen) client.destroy()
    const { host } = new URL(url)
    const reason = error instanceof Error ? error.message : String(error)
    throw new RedisUnavailable(`REDIS_URL: no connection to Redis at ${host}: ${reason}`, { cause: error })
  }
  wasUp = true
  return client
}
