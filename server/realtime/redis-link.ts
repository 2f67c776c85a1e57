import { createAdapter } from '@socket.io/redis-streams-adapter'
import { createClient } from 'redis'
import type { SharedCounts } from '../http/request-limit.ts'
import { describeError, type Logger } from '../log.ts'
import type { ProcessLink } from './create-realtime.ts'
import { RedisUnavailable } from './realtime.ts'

/** Connects several processes: a broadcast by one reaches the clients of all. */
export interface RedisLink {
  readonly adapter: ReturnType<typeof createAdapter>
  isUp(): boolean
  /** Called when the connection is restored, with the time when it was lost. */
  onBack(then: (lostAt: Date) => void): void
  /** Counts of all processes. */
  readonly counts: SharedCounts
  /** For messages that Socket.IO does not carry. */
  openLink(): Promise<ProcessLink>
  close(): void
}

/** The names of the counts begin with this. */
const COUNTS = 'champa:count:'
/** Longer than the minute that a count is about. */
const COUNTED_SECONDS = 120

const EVENTS_CHANNEL = 'champa:events'

const MAX_PAUSE = 2000

/** A Redis that accepts the connection and never answers would keep the server from starting for ever. In ms. */
const TIMEOUT = 10_000

/** Rejects if Redis cannot be reached now, or does not answer within `timeout` ms; later outages are survived. */
export async function linkRedis(url: string, log: Logger, timeout = TIMEOUT): Promise<RedisLink> {
  const client = await connect(url, log, timeout)
  return {
    adapter: createAdapter(client, { streamName: 'champa', channelPrefix: 'champa' }),
    isUp: () => client.isReady,
    onBack: (then) => {
      let lostAt: Date | undefined
      client.on('error', () => {
        lostAt ??= new Date()
      })
      client.on('ready', () => {
        log.info('redis-back')
        then(lostAt ?? new Date())
        lostAt = undefined
      })
    },
    counts: {
      async add(counts) {
        // Queued commands would count in a later minute, and late.
        if (!client.isReady) throw new Error('Redis is away')
        const many = client.multi()
        for (const [name, by] of counts) many.incrBy(COUNTS + name, by).expire(COUNTS + name, COUNTED_SECONDS)
        const answers = await many.execAsPipeline()
        return new Map([...counts.keys()].map((name, index) => [name, Number(answers[2 * index])]))
      },
    },
    async openLink() {
      // A connection that listens cannot send other commands.
      const listening = await connect(url, log, timeout)
      return {
        publish(text) {
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
    close: () => client.destroy(),
  }
}

async function connect(url: string, log: Logger, timeout: number) {
  let wasUp = false
  const client = createClient({
    url,
    // While Redis is unreachable this many commands are queued; later ones are lost.
    commandsQueueMaxLength: 10_000,
    socket: {
      connectTimeout: 5000,
      reconnectStrategy: (tries, cause) => (wasUp ? Math.min(50 * 2 ** tries, MAX_PAUSE) : cause),
    },
  })
  client.on('error', (error: Error) => {
    if (wasUp) log.warn('redis-lost', describeError(error))
  })
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${timeout} ms`)), timeout)
  })
  try {
    await Promise.race([client.connect(), late])
  } catch (error) {
    if (client.isOpen) client.destroy()
    const { host } = new URL(url)
    const reason = error instanceof Error ? error.message : String(error)
    throw new RedisUnavailable(`REDIS_URL: no connection to Redis at ${host}: ${reason}`, { cause: error })
  } finally {
    clearTimeout(timer)
  }
  wasUp = true
  return client
}
