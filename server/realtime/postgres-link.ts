import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { SECOND } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { describeError, type Logger } from '../log.ts'
import type { ProcessLink } from './create-realtime.ts'

const CHANNEL = 'champa_events'
/** The connection's name in PostgreSQL's list. */
const APPLICATION = 'champa-events'
/** Between two attempts to connect again, at most. */
const MAX_PAUSE = 10 * SECOND
/** How often the connection is checked, in ms. */
const PROBE_EVERY = 30 * SECOND
/** The longest that connecting may take, and each statement, in ms. */
const TIMEOUT = 10 * SECOND
/** How long a text waits for others, in ms: published one by one, they would cost a busy site a statement each. */
const GATHER = 20

/**
 * Connects processes by PostgreSQL's LISTEN and NOTIFY, on a connection of its own. A pooler in transaction mode delivers no
 * notifications; use Redis there.
 */
export function openPostgresLink(url: string, db: Database, log: Logger): ProcessLink {
  let client: Client | undefined
  let again: NodeJS.Timeout | undefined
  let isClosed = false
  let unsent: string[] = []
  let sending: Promise<void> | undefined

  /** One statement at a time, with all that has come meanwhile: PostgreSQL makes those who notify wait for each other. */
  async function send(): Promise<void> {
    while (unsent.length > 0) {
      await wait(GATHER)
      const texts = JSON.stringify(unsent)
      unsent = []
      await db
        .execute(
          sql`select pg_notify(${CHANNEL}, text) from jsonb_array_elements_text(${texts}::jsonb) as t (text)`,
        )
        .catch((error: unknown) => log.warn('event-not-published', describeError(error)))
    }
    sending = undefined
  }

  async function connect(heard: (text: string) => void): Promise<void> {
    const listening = new Client({
      connectionString: url,
      application_name: APPLICATION,
      connectionTimeoutMillis: TIMEOUT,
      query_timeout: TIMEOUT,
    })
    client = listening
    // Without a listener a broken connection would end the process.
    listening.on('error', (error) => log.warn('event-link-lost', describeError(error)))
    listening.on('notification', ({ payload }) => heard(payload ?? ''))
    try {
      await listening.connect()
      await listening.query(`listen ${CHANNEL}`)
      // Nothing else is ever sent on this connection, so without a query now and then a dead one would go unnoticed.
      const end = () => void listening.end().catch(() => undefined)
      const probe = setInterval(() => void listening.query('select 1').catch(end), PROBE_EVERY)
      probe.unref()
      listening.once('end', () => clearInterval(probe))
    } catch (error) {
      await listening.end().catch(() => undefined)
      throw error
    }
  }

  function reconnectWhenLost(heard: (text: string) => void, back: () => void): void {
    let pause = 100
    const retry = () => {
      if (isClosed) return
      again = setTimeout(() => {
        connect(heard).then(
          () => {
            log.info('event-link-back')
            reconnectWhenLost(heard, back)
            back()
          },
          (error: unknown) => {
            log.warn('event-link-lost', describeError(error))
            retry()
          },
        )
      }, pause)
      again.unref()
      pause = Math.min(pause * 2, MAX_PAUSE)
    }
    client?.once('end', retry)
  }

  return {
    publish(text) {
      unsent.push(text)
      sending ??= send()
    },
    async onMessage(heard, back) {
      await connect(heard)
      reconnectWhenLost(heard, back)
    },
    async close() {
      isClosed = true
      clearTimeout(again)
      await sending
      await client?.end().catch(() => undefined)
    },
  }
}
